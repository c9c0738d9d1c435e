import { expect, test, vi } from "vitest";

/** Hashes that end when the test says so. */
const running: (() => void)[] = [];
vi.mock("@node-rs/argon2", () => ({
  hash: vi.fn(),
  verify: () => new Promise<boolean>((resolve) => running.push(() => resolve(true))),
}));

const { isPassword } = await import("./hash");

test("a flood of strangers takes two of three places, and never the one of known people", async () => {
  const strangers = Array.from({ length: 102 }, () => isPassword("a password", "a hash"));
  await expect.poll(() => running).toHaveLength(2);
  await expect(isPassword("a password", "a hash")).rejects.toMatchObject({ code: "unavailable" });

  const known = isPassword("a password", "a hash", "known");
  await expect.poll(() => running).toHaveLength(3);
  running.pop()?.();
  expect(await known).toBe(true);
  for (let ended = 0; ended < strangers.length; ) {
    ended += running.length;
    for (const end of running.splice(0)) end();
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
  await Promise.all(strangers);
});
