import { expect, test } from "vitest";
import { keepFor } from "./keep-for";

const MINUTE_MS = 60_000;

/** Reads that wait until the test ends them, in the order in which they began. */
function heldReads() {
  const key = Symbol("kept");
  const ends: { succeed: (value: string) => void; fail: (error: Error) => void }[] = [];
  const get = (keptMs: number) =>
    keepFor(
      keptMs,
      key,
      () => new Promise<string>((succeed, fail) => void ends.push({ succeed, fail })),
    );
  return { ends, get };
}

test("a value is read once while it is kept, also for calls during the read, and then again", async () => {
  const { ends, get } = heldReads();
  const during = [get(MINUTE_MS), get(MINUTE_MS)];
  ends[0]?.succeed("first");
  expect(await Promise.all([...during, get(MINUTE_MS)])).toEqual(["first", "first", "first"]);
  expect(ends).toHaveLength(1);

  const later = get(0);
  ends[1]?.succeed("second");
  expect(await later).toBe("second");
  expect(await get(MINUTE_MS)).toBe("second");
});

test("a failure is thrown to the calls that share its read, and the next call reads again", async () => {
  const { ends, get } = heldReads();
  const during = [get(MINUTE_MS), get(MINUTE_MS)];
  ends[0]?.fail(new Error("away"));
  const results = await Promise.allSettled(during);
  expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected"]);

  const later = get(MINUTE_MS);
  ends[1]?.succeed("second");
  expect(await later).toBe("second");
});

test("a failure leaves what a later read found", async () => {
  const { ends, get } = heldReads();
  const first = get(MINUTE_MS);
  const second = get(0);
  ends[0]?.fail(new Error("away"));
  await expect(first).rejects.toThrow("away");
  ends[1]?.succeed("second");
  expect(await second).toBe("second");
  expect(await get(MINUTE_MS)).toBe("second");
  expect(ends).toHaveLength(2);
});
