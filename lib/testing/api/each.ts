import { stripVTControlCharacters } from "node:util";
import pLimit from "p-limit";

const CONCURRENT_CASES = 4;

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
  if (items.length === 0) throw new Error("There is nothing to check.");
  const failures: string[] = [];
  await pLimit(atOnce).map(items, async (item) => {
    try {
      await check(item);
    } catch (error) {
      failures.push(`${item.name}: ${reasonOf(error)}`);
    }
  });
  if (failures.length > 0) throw new Error(failures.join("\n\n"));
}
