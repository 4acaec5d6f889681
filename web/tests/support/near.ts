import assert from "node:assert/strict";

export function near(found: number, expected: number, tolerance: number, what: string): void {
  assert.ok(
    Math.abs(found - expected) <= tolerance,
    `${what}: found ${found}, expected ${expected}, difference ${found - expected}`,
  );
}
