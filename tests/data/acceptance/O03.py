import sys
sys.stdout.write("begin " + "x" * 50_000_000 + " end")
