import { parseArgs } from "node:util";

/** A mistake in the arguments of a command. */
export class UsageError extends Error {}

type Flags = Record<string, { type: "string" | "boolean" }>;

/** Parses `--name value` arguments. Throws a UsageError for an unknown one. */
export function readFlags<T extends Flags>(words: string[], flags: T) {
  try {
    return parseArgs({ args: words, options: flags, strict: true, allowPositionals: false }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** The value of a required flag. Throws a UsageError if it is missing. */
export function required(name: string, value: string | undefined): string {
  if (!value?.trim()) throw new UsageError(`--${name} is missing`);
  return value;
}
