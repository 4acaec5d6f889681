#!/usr/bin/env python3
"""Writes tests/golden/stats.json: reference values of the statistics, solved with mpmath at 60 digits.

Needs the Debian package python3-mpmath. Inputs are integers or doubles taken exactly; values are decimal strings of
20 significant digits, so that a test can ask on which side of the exact value a double lies.
Run by: make golden
"""
import json
import pathlib

import mpmath as mp

mp.mp.dps = 60


def upper_tail(k, n, p):
    """P[Bin(n, p) >= k], summed from the shorter side so that nothing cancels at the tails used here."""
    p, q = mp.mpf(p), 1 - mp.mpf(p)
    term = mp.exp(mp.loggamma(n + 1) - mp.loggamma(k + 1) - mp.loggamma(n - k + 1) + k * mp.log(p) + (n - k) * mp.log(q))
    total, j = mp.mpf(0), k
    while j <= n and term > total * mp.mpf(10) ** -55:
        total += term
        term *= p / q * (n - j) / (j + 1)
        j += 1
    return total


def lower_bound(k, n, alpha):
    """The p with P[Bin(n, p) >= k] = alpha."""
    alpha = mp.mpf(alpha)
    if k == 0:
        return mp.mpf(0)
    if k == n:
        return mp.exp(mp.log(alpha) / n)
    low, high = mp.mpf(0), mp.mpf(k) / n if alpha < mp.mpf("0.5") else mp.mpf(1)
    log_alpha = mp.log(alpha)
    f = lambda p: mp.log(upper_tail(k, n, p)) - log_alpha
    for _ in range(60):  # bisection far enough for the secant to finish
        middle = (low + high) / 2
        if f(middle) > 0:
            high = middle
        else:
            low = middle
    return mp.findroot(f, (low, high), solver="anderson", tol=mp.mpf(10) ** -90, verify=False)


def quantile_of_complement(q):
    return mp.sqrt(2) * mp.erfinv(1 - 2 * q)


def text(x):
    return mp.nstr(x, 20)


def main():
    bounds = []
    for n, alpha, counts in [
        (1, 0.001, [1]),
        (16, 0.1, [1, 8, 11, 12, 15, 16]),
        (100, 0.01, [1, 50, 62, 63, 81, 99, 100]),
        (1000, 0.001, [1, 550, 900, 999, 1000]),
        (100000, 0.001, [50489, 50490, 90000, 99000, 99900, 99999, 100000]),
        (100000, 0.01, [99998, 99999, 100000]),
        (1000000, 1e-12, [999990, 1000000]),
        (1000000000, 0.001, [999999000, 999999999, 1000000000]),
        (1000000000, 1e-12, [999999990, 1000000000]),
    ]:
        for k in counts:
            p = lower_bound(k, n, alpha)
            bounds.append({"k": k, "n": n, "alpha": alpha, "p": text(p), "q": text(1 - p),
                           "z": text(quantile_of_complement(1 - p)) if p > mp.mpf("0.5") else None})
    tails = [{"k": k, "n": n, "p": p, "value": text(upper_tail(k, n, p))}
             for k, n, p in [(81, 100, 0.8), (63, 100, 0.5), (990, 1000, 0.97), (99990, 100000, 0.9998),
                             (7, 10, 0.25), (100, 100, 0.999), (501110679, 1000000000, 0.501),
                             (900189736, 1000000000, 0.9), (999999000, 1000000000, 0.9999985)]]
    normal = [{"x": x, "cdf": text(mp.ncdf(x)), "upper": text(mp.ncdf(-mp.mpf(x)))}
              for x in [-37.0, -20.0, -8.25, -3.0, -0.5, 0.0, 0.25, 1.0, 3.811457, 6.0]]
    out = {
        "_about": {"what": "reference values of the statistics", "made_by": "scripts/regenerate_golden.py",
                   "method": f"mpmath {mp.__version__}, {mp.mp.dps} digits: direct summation and root finding"},
        "clopper_pearson_lower": bounds, "binomial_upper_tail": tails, "normal": normal,
    }
    path = pathlib.Path(__file__).parent.parent / "tests/golden/stats.json"
    path.write_text(json.dumps(out, indent=1) + "\n")
    print(f"wrote {path.relative_to(pathlib.Path.cwd()) if path.is_relative_to(pathlib.Path.cwd()) else path.name}")


if __name__ == "__main__":
    main()
