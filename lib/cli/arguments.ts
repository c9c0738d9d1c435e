import { parseArgs } from "node:util";

/** The command was not written as `scrip help` says. */
export class UsageError extends Error {}

type Flags = Record<string, { type: "string" | "boolean" }>;

/** Reads `--name value` arguments. Throws a UsageError for one that is unknown or out of place. */
export function readFlags<T extends Flags>(words: string[], flags: T) {
  try {
    return parseArgs({ args: words, options: flags, strict: true, allowPositionals: false }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** A flag that has to be there. Throws a UsageError that names it. */
export function required(name: string, value: string | undefined): string {
  if (!value?.trim()) throw new UsageError(`--${name} is missing`);
  return value;
}
