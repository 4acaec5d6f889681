#!/usr/bin/python3
"""Does it pay to certify a float32 network with votes of its int8 twin? docs/results/transfer.md

transfer_study.py RECORD.tsv --share SHARE --speed SPEED [--n 10000] [--alpha 0.001] [--sigma 0.5]

RECORD is a record of `certus certify` in float32, which says how p is distributed over the images.
SHARE is the share of draws on which the two networks vote differently, and SPEED how many int8
draws take the time of one float32 draw (`certus bench --agreement`, `certus bench`).

All rows take the time of N float32 draws. Python's standard library is enough.
"""

import argparse
import csv
import math
from statistics import NormalDist, mean

NORMAL = NormalDist()


def beta_cdf(x, a, b):
    """Regularized incomplete beta function, by Lentz's continued fraction."""
    if x <= 0 or x >= 1:
        return 0.0 if x <= 0 else 1.0
    if x > (a + 1) / (a + b + 2):
        return 1 - beta_cdf(1 - x, b, a)
    front = math.exp(math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x)) / a
    tiny = 1e-300
    c, d = 1.0, 1 / max(1 - (a + b) * x / (a + 1), tiny)
    value = d
    for m in range(1, 2000):
        for term in (m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
                     -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))):
            d = 1 / (1 + term * d or tiny)
            c = 1 + term / c or tiny
            value *= c * d
        if abs(c * d - 1) < 1e-12:
            break
    return front * value


def upper_bound(k, n, alpha):
    """Clopper and Pearson's upper bound after k of n."""
    if k >= n:
        return 1.0
    low, high = k / n, 1.0
    for _ in range(60):
        p = (low + high) / 2
        low, high = (p, high) if 1 - beta_cdf(p, k + 1, n - k) > alpha else (low, p)
    return high


def lower_bound(k, n, alpha):
    return 1 - upper_bound(n - k, n, alpha)


def radius(p, sigma):
    return sigma * NORMAL.inv_cdf(p) if 0.5 < p < 1 else 0.0


def union_rule(p, d, n, alpha, speed):
    """The best bound on p of the rule that certus had: float32 votes on `paired` of the int8 draws.

    Half of the differing draws are lost by the class (the votes come out as expected). The number of
    paired draws and the division of alpha are the best of a grid.
    """
    best = 0.0
    for tenths in range(1, 33):
        paired = round(n * 10 ** (-tenths / 10))
        cheap = round(speed * (n - paired))
        if cheap < paired:
            continue
        for share in (0.5, 0.7, 0.9, 0.97, 0.99):
            bound = (lower_bound(round(p * cheap), cheap, alpha * (1 - share)) -
                     upper_bound(round(d / 2 * paired), paired, alpha * share))
            best = max(best, bound)
    return best


def best_deviation(p, d, n, speed):
    """Standard deviation of the best unbiased estimate that pairs float32 with int8 draws.

    mean(g) + weight (mean of h on its own draws - mean of h on the paired draws), with the best weight
    and the best number of paired draws. A weight of 0 is float32 alone. A bound by prediction-powered
    inference or by betting cannot do better than this in the limit of many draws.
    """
    pq = p * (1 - p)
    best = math.sqrt(pq / n)
    for step in range(1, 201):
        weight = step / 200
        net = pq * (1 - weight) ** 2 + weight * d
        best = min(best, (math.sqrt(net * (1 + 1 / speed)) + weight * math.sqrt(pq / speed)) / math.sqrt(n))
    return best


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("record")
    parser.add_argument("--share", type=float, required=True)
    parser.add_argument("--speed", type=float, required=True)
    parser.add_argument("--n", type=int, default=10_000)
    parser.add_argument("--alpha", type=float, default=0.001)
    parser.add_argument("--sigma", type=float, default=0.5)
    asked = parser.parse_args()

    # Rounding moves logits a little, so votes differ near the boundary between classes, of which an
    # image has as much as the normal density at the quantile of p.
    near = []
    with open(asked.record, newline="") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            counts = [int(part.split(":")[1]) for part in row["counts"].split(";") if not part.startswith("nan")]
            n = int(row["n"])
            near.append(NORMAL.pdf(NORMAL.inv_cdf(min(max(max(counts) / n, 0.5 / n), 1 - 0.5 / n))))
    scale = asked.share / mean(near)

    z = NORMAL.inv_cdf(1 - asked.alpha)
    n = asked.n
    print("| p | differing votes, % | break-even, % | float32 alone | float32 with int8, the rule that certus had "
          "| float32 alone, asymptotic | float32 with int8, asymptotic, best possible |")
    print("| --: | --: | --: | --: | --: | --: | --: |")
    for p in (0.8, 0.9, 0.95, 0.99, 0.999):
        pq = p * (1 - p)
        d = min(scale * NORMAL.pdf(NORMAL.inv_cdf(p)), 2 * (1 - p))
        # The largest share of differing votes at which any weight beats float32 alone.
        low, high = 0.0, pq
        for _ in range(50):
            middle = (low + high) / 2
            gains = best_deviation(p, middle, n, asked.speed) < math.sqrt(pq / n) * (1 - 1e-12)
            low, high = (middle, high) if gains else (low, middle)
        cells = (lower_bound(round(p * n), n, asked.alpha), union_rule(p, d, n, asked.alpha, asked.speed),
                 p - z * math.sqrt(pq / n), p - z * best_deviation(p, d, n, asked.speed))
        print(f"| {p} | {100 * d:.2f} | {100 * low:.3f} | " +
              " | ".join(f"{radius(bound, asked.sigma):.4f}" for bound in cells) + " |")


if __name__ == "__main__":
    main()
