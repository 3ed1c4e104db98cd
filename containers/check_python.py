"""Fails the build when the image does not keep what it promises; importing also compiles what setup changed."""

import logging
import os
import warnings

warnings.simplefilter("error", UserWarning)


class Failing(logging.Handler):
    """A font that is not found is only logged."""

    def emit(self, record):
        raise AssertionError(record.getMessage())


logging.getLogger("matplotlib").addHandler(Failing(logging.WARNING))

import matplotlib.pyplot as plt
import numpy
import pandas
import requests
import scipy.stats
import sklearn.linear_model
from google import genai

for style in ("default", "ggplot", "seaborn-v0_8"):
    with plt.style.context(style):
        plt.figure()
        plt.title("中文 日本語 한국어 −1 😀🚀 नमस्ते สวัสดี مرحبا שלום বাংলা தமிழ்", fontweight="bold")
        plt.savefig("/build/plot.png")  # a missing glyph warns
plt.rcParams.update({"font.family": "sans-serif", "font.sans-serif": ["SimHei"]})
plt.title("中文")
plt.savefig("/build/plot.png")

assert os.get_terminal_size() == (80, 24)
sklearn.linear_model.LinearRegression().fit([[1], [2]], [1, 2])
for library in (numpy, pandas, scipy, sklearn, requests, genai):
    print(library.__name__, library.__version__)
