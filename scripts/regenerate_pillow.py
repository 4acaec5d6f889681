#!/usr/bin/env python3
"""Writes tests/golden/pillow.json: what Pillow makes of pictures, to compare certus with byte for byte.

Needs the Debian package python3-pil. Pictures to resize are not stored: both sides make them from the same linear
congruential generator. Results are SHA-256 of RGB bytes; encoded pictures are stored in hexadecimal.
With --compare PROGRAM COUNT instead of writing, random resizings are compared with a program that reads
"width height new_width new_height" and the RGB bytes from standard input and writes the resized bytes.
Run by: make golden
"""
import hashlib
import io
import json
import pathlib
import random
import subprocess
import sys

import PIL
from PIL import Image


def random_picture(width, height, seed):
    """Noise of full contrast, the hardest case: every rounding shows."""
    state, out = seed, bytearray()
    for _ in range(3 * width * height):
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        out.append(state >> 56)
    return Image.frombytes("RGB", (width, height), bytes(out))


def smooth_picture(width, height):
    return Image.frombytes("RGB", (width, height), bytes(
        v for y in range(height) for x in range(width)
        for v in ((7 * x + 3 * y) % 256, (5 * x) % 256, (11 * y + x) % 256)))


def digest(picture):
    return hashlib.sha256(picture.tobytes()).hexdigest()


def imagenet_view(picture, shorter, crop):
    """torchvision.transforms.Resize(shorter) and CenterCrop(crop), spelled out."""
    w, h = picture.size
    short, long = min(w, h), max(w, h)
    long = int(shorter * long / short)
    w, h = (shorter, long) if w <= h else (long, shorter)
    picture = picture.resize((w, h), Image.BILINEAR)
    top, left = int(round((h - crop) / 2.0)), int(round((w - crop) / 2.0))
    return picture.crop((left, top, left + crop, top + crop))


def golden():
    resized = []
    for i, (w, h, nw, nh) in enumerate([(37, 53, 16, 16), (53, 37, 20, 37), (53, 37, 53, 11), (64, 48, 128, 96), (1, 1, 5, 7),
                                        (500, 375, 341, 256), (375, 500, 256, 341), (33, 700, 3, 2), (224, 224, 224, 224),
                                        (300, 200, 31, 400), (97, 89, 96, 88), (2, 2, 1, 1), (640, 480, 224, 224)]):
        resized.append({"width": w, "height": h, "new_width": nw, "new_height": nh, "seed": i + 1,
                        "sha256": digest(random_picture(w, h, i + 1).resize((nw, nh), Image.BILINEAR))})
    views = []
    for i, (w, h) in enumerate([(500, 375), (375, 500), (500, 334), (333, 500), (100, 80), (224, 224), (257, 256), (1000, 259)]):
        views.append({"width": w, "height": h, "seed": 100 + i, "shorter": 256, "crop": 224,
                      "sha256": digest(imagenet_view(random_picture(w, h, 100 + i), 256, 224))})
    encoded = []

    def add(name, picture, **how):
        out = io.BytesIO()
        picture.save(out, **how)
        encoded.append({"name": name, "width": picture.width, "height": picture.height, "hex": out.getvalue().hex(),
                        "sha256": digest(Image.open(out).convert("RGB"))})

    base = smooth_picture(19, 13)
    add("jpeg", base, format="JPEG", quality=60)
    add("jpeg_444", base, format="JPEG", quality=90, subsampling=0)
    add("jpeg_progressive", base, format="JPEG", quality=70, progressive=True)
    add("jpeg_grey", base.convert("L"), format="JPEG", quality=60)
    add("jpeg_cmyk", base.convert("CMYK"), format="JPEG", quality=80)
    add("png", base, format="PNG")
    add("png_grey", base.convert("L"), format="PNG")
    add("png_one_bit", base.convert("1"), format="PNG")
    add("png_palette", base.quantize(16), format="PNG")
    alpha = base.convert("RGBA")
    alpha.putalpha(base.convert("L"))
    add("png_alpha", alpha, format="PNG")
    add("png_grey_alpha", alpha.convert("LA"), format="PNG")
    out = pathlib.Path(__file__).parent.parent / "tests/golden/pillow.json"
    out.write_text(json.dumps({"made_by": f"scripts/regenerate_pillow.py, Pillow {PIL.__version__}", "resized": resized,
                               "views": views, "encoded": encoded}, indent=1) + "\n")


def compare(program, count):
    largest, bytes_compared = 0, 0
    for i in range(count):
        size = [random.Random(i * 4 + k).randint(1, 600) for k in range(4)]
        picture = random_picture(size[0], size[1], i)
        mine = subprocess.run([program], input=" ".join(map(str, size)).encode() + b"\n" + picture.tobytes(),
                              capture_output=True, check=True).stdout
        theirs = picture.resize(tuple(size[2:]), Image.BILINEAR).tobytes()
        assert len(mine) == len(theirs), size
        largest = max(largest, max(abs(a - b) for a, b in zip(mine, theirs)))
        bytes_compared += len(mine)
    print(f"{count} resizings, {bytes_compared} bytes, largest difference {largest} (Pillow {PIL.__version__})")


if len(sys.argv) == 4 and sys.argv[1] == "--compare":
    compare(sys.argv[2], int(sys.argv[3]))
else:
    golden()
