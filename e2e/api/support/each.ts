import { stripVTControlCharacters } from "node:util";
import { expect } from "@playwright/test";
import pLimit from "p-limit";

const CONCURRENT_CASES = 8;

const reasonOf = (error: unknown) =>
  stripVTControlCharacters(error instanceof Error ? error.message : String(error));

/** Runs a check and adds the case's name to its error. */
export function withCaseName(name: string, check: () => void): void {
  try {
    check();
  } catch (error) {
    throw new Error(`${name}: ${reasonOf(error)}`);
  }
}

/** Checks every item, `atOnce` at a time. Fails with the name and reason of each item that doesn't pass. */
export async function expectEach<T extends { name: string }>(
  items: readonly T[],
  check: (item: T) => Promise<void>,
  atOnce = CONCURRENT_CASES,
): Promise<void> {
  expect(items.length).toBeGreaterThan(0);
  const failures: string[] = [];
  await pLimit(atOnce).map(items, async (item) => {
    try {
      await check(item);
    } catch (error) {
      failures.push(`${item.name}: ${reasonOf(error)}`);
    }
  });
  expect(failures.join("\n\n")).toBe("");
}
