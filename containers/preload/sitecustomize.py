# Imports the modules of --preload into the waiting interpreter, then leaves no trace but sys.modules.
#
# The folder of this file is first on PYTHONPATH of the waiting interpreter only, so `site` imports this one. What it
# changes is put back before the program starts: the variables, sys.path, and the image's own sitecustomize, which runs
# now. A module that cannot be imported is a line on stderr, not a failure.
import os
import sys


def _preload():
    here = os.path.dirname(__file__)
    names = os.environ.pop("CODE_SANDBOX_PRELOAD", "")
    rest = [path for path in os.environ.pop("PYTHONPATH", "").split(os.pathsep) if path != here]
    if any(rest):
        os.environ["PYTHONPATH"] = os.pathsep.join(rest)
    sys.path[:] = [path for path in sys.path if path != here]
    sys.path_importer_cache.pop(here, None)
    del sys.modules["sitecustomize"]
    try:
        import sitecustomize  # the image's own, if it has one
    except ImportError as error:
        if error.name != "sitecustomize":
            raise
    for name in filter(None, names.split(",")):
        try:
            __import__(name)
        except Exception as error:
            print(f"[--preload {name}: {type(error).__name__}: {error}]", file=sys.stderr)


_preload()
