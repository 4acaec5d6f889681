import assert from "node:assert/strict";
import { test } from "node:test";
import { mergeVotes, unpackVotes } from "../src/metrics/packed_votes.ts";
import { packVotes } from "./support/log_data.ts";

const plain = (groups: { votes: Float64Array; images: Float64Array }) => ({
  votes: [...groups.votes],
  images: [...groups.images],
});

test("bytes written by hand", () => {
  // 3 votes, one image: 6. 5 votes, two images: 5, 2. 205 votes, 300 images: 401 = 0x91 0x03, 300 = 0xac 0x02.
  const text = Buffer.from([6, 5, 2, 0x91, 0x03, 0xac, 0x02]).toString("base64");
  assert.deepEqual(plain(unpackVotes(text)), { votes: [3, 5, 205], images: [1, 2, 300] });
});

test("no images, and images without any vote", () => {
  assert.deepEqual(plain(unpackVotes("")), { votes: [], images: [] });
  assert.deepEqual(plain(unpackVotes(packVotes([0, 0, 0]))), { votes: [0], images: [3] });
});

test("votes beyond 32 bits, doubled, come back", () => {
  const votes = [0, 1, 127, 128, 999_999_999, 1e9, 2 ** 40];
  assert.deepEqual(plain(unpackVotes(packVotes(votes))), { votes, images: votes.map(() => 1) });
});

test("a number cut short is refused", () => {
  assert.throws(() => unpackVotes(Buffer.from([0x91]).toString("base64")), /end within a number/);
});

test("classes merge by votes", () => {
  const merged = mergeVotes([unpackVotes(packVotes([5, 5, 100])), unpackVotes(packVotes([9, 100])), unpackVotes("")]);
  assert.deepEqual(plain(merged), { votes: [5, 9, 100], images: [2, 1, 2] });
});
