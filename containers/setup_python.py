"""Last touches to the Python image, at build time: what Python starts with, matplotlib's fonts, no test suites."""

import dataclasses
import importlib
import os
import re
import shutil
import sysconfig
from pathlib import Path

import matplotlib

PACKAGES = Path(matplotlib.__file__).parent.parent
DATA = Path(matplotlib.get_data_path())
# The face for Japanese holds the glyphs of Chinese and Korean too.
CJK = "Noto Sans CJK JP"
# What programs written for Windows, macOS and other Linux systems ask for to show Chinese, Japanese or Korean.
CJK_FONTS_ELSEWHERE = (
    "SimHei", "SimSun", "KaiTi", "FangSong", "Microsoft YaHei", "Microsoft JhengHei", "PingFang SC", "PingFang TC",
    "PingFang HK", "Heiti SC", "Heiti TC", "STHeiti", "STSong", "Hiragino Sans GB", "Songti SC", "Arial Unicode MS",
    "WenQuanYi Zen Hei", "WenQuanYi Micro Hei", "Noto Sans CJK SC", "Noto Sans CJK TC", "Noto Sans CJK KR",
    "Noto Sans SC", "Noto Sans JP", "Noto Sans KR", "Source Han Sans SC", "Source Han Sans CN",
    "Hiragino Sans", "Hiragino Maru Gothic Pro", "Yu Gothic", "Meiryo", "MS Gothic", "TakaoGothic", "TakaoPGothic",
    "IPAexGothic", "IPAPGothic", "VL PGothic", "Malgun Gothic", "AppleGothic", "NanumGothic", "NanumBarunGothic",
)  # fmt: skip

# Where a glyph is looked for when DejaVu, which also has Arabic and Hebrew, lacks it. Each family takes 2 ms of a plot;
# the fonts of further scripts are in the image for programs that name them.
FALLBACKS = (CJK, "Noto Emoji", "Noto Sans Devanagari", "Noto Sans Thai", "Noto Sans Bengali", "Noto Sans Tamil")


def replace_in_file(path, pattern, replacement):
    """Returns whether there was something to replace."""
    text, count = re.subn(pattern, replacement, path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    path.write_text(text, encoding="utf-8")
    return count > 0


def start_with_sitecustomize():
    # In place of Debian's, which looks for a crash reporter and goes before any other.
    place = Path(sysconfig.get_path("stdlib"), "sitecustomize.py")
    place.unlink(missing_ok=True)
    shutil.copy(Path(__file__).with_name("sitecustomize.py"), place)


def configure_matplotlib():
    # In the package's own settings, so that it holds in any configuration folder and after rcdefaults(). There, one
    # leading "#" is no comment. A list in font.family also survives a program that sets font.sans-serif to fonts
    # of another machine.
    settings = DATA / "matplotlibrc"
    for key, value in {
        "backend": "Agg",
        "font.family": ", ".join(("DejaVu Sans", *FALLBACKS)),
        "font.sans-serif": ", ".join(("DejaVu Sans", *FALLBACKS)),
        "font.serif": ", ".join(("DejaVu Serif", "DejaVu Sans", *FALLBACKS)),
        "font.monospace": ", ".join(("DejaVu Sans Mono", "DejaVu Sans", *FALLBACKS)),
    }.items():
        line = f"{key}: {value}"
        if not replace_in_file(settings, rf"^#*{re.escape(key)}\s*:.*$", line):
            with settings.open("a", encoding="utf-8") as file:
                file.write(line + "\n")
    # A generic family stands for one font, without fallback: so the styles that name one need the others, too.
    for style in (DATA / "stylelib").glob("*.mplstyle"):
        replace_in_file(style, r"^(font\.family\s*:.*)$", rf"\1, {', '.join(FALLBACKS)}")


def ship_font_list():
    # matplotlib searches the fonts at the first import and keeps the list in its cache folder. That is empty in every
    # new container, and 0.2 s were lost each time; so look into the image after it.
    manager = importlib.import_module("matplotlib.font_manager")
    fonts = manager.FontManager()
    for name in FALLBACKS:  # a weight that is missing would be a warning on stderr
        faces = [font for font in fonts.ttflist if font.name == name]
        for weight in sorted(set(range(100, 1000, 100)) - {font.weight for font in faces}):
            nearest = min(faces, key=lambda font: abs(font.weight - weight))
            fonts.ttflist.append(dataclasses.replace(nearest, weight=weight))
    for font in [font for font in fonts.ttflist if font.name == CJK]:
        fonts.ttflist += [dataclasses.replace(font, name=name) for name in CJK_FONTS_ELSEWHERE]
    manager.json_dump(fonts, DATA / "fontlist.json")
    found = replace_in_file(
        Path(manager.__file__),
        r"fm = json_load\(fm_path\)",
        'fm = json_load(fm_path if fm_path.exists() else Path(mpl.get_data_path(), "fontlist.json"))',
    )
    if not found:
        print("Note: this matplotlib will look for its fonts in every new container.")


def remove_test_suites():
    for library in ("numpy", "pandas", "scipy", "sklearn", "matplotlib", "mpl_toolkits", "joblib"):
        for folder in sorted((PACKAGES / library).rglob("tests")):
            shutil.rmtree(folder, ignore_errors=True)


def keep_bytecode_fresh():
    # Layers store whole seconds, rounded; but bytecode remembers its source's time cut to a second. Half of all
    # files would be compiled again at each import (and in a read-only container never stored).
    for source in PACKAGES.rglob("*.py"):
        seconds = int(source.stat().st_mtime)
        os.utime(source, (seconds, seconds))


start_with_sitecustomize()
configure_matplotlib()
ship_font_list()
remove_test_suites()
keep_bytecode_fresh()
