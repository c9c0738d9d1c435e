import { parseArgs } from "node:util";

/** Runs a command in a clone, and in the folder of a build. */
export const RUN = "npm run -s scrip --";

/** A mistake in the arguments of a command. */
export class UsageError extends Error {}

/** A flag: a switch, or with a value, which help shows as `value`. */
type Flag = { value?: string; required?: true; about: string };
type Flags = Record<string, Flag>;

type Value<F extends Flag> = F extends { value: string }
  ? F extends { required: true }
    ? string
    : string | undefined
  : boolean | undefined;
type Values<F extends Flags> = { [Name in keyof F]: Value<F[Name]> };

const COMMON_FLAGS = {
  json: { about: "Prints JSON. Commands that work on the database always do." },
  help: { about: "Prints this text." },
} as const satisfies Flags;
type CommonValues = Values<typeof COMMON_FLAGS>;

/** The work of a command; what it returns is printed as JSON. */
type Work = () => Promise<object | undefined>;

type Description = {
  /** One sentence. */
  summary: string;
  details?: string;
  /** The word after the command's name: one of these, each with a description. */
  argument?: { name: string; words: Record<string, string> };
  /** The arguments of example calls. */
  examples?: readonly string[];
  /**
   * What the command needs of the instance: nothing at all, a database that may lack its tables, one that may
   * lack stores, or one in use.
   */
  needs: "nothing" | "database" | "tables" | "stores";
};

type Definition<F extends Flags> = Description & {
  flags: F;
  /** Checks the values and returns the work. Throws a UsageError. */
  prepare: (values: Values<F> & CommonValues, argument: string) => Work;
};

export type Command = Description & {
  flags: Flags;
  /** Parses the arguments and returns the work. Throws a UsageError. */
  prepare: (words: readonly string[]) => Work;
};

/** A command whose help and parser are made of its definition. */
export function command<F extends Flags>({ prepare, ...definition }: Definition<F>): Command {
  const flags: Flags = { ...definition.flags, ...COMMON_FLAGS };
  return {
    ...definition,
    flags,
    prepare: (words) => {
      const { values, argument } = parseCommand(words, flags, definition.argument);
      return prepare(values as Values<F> & CommonValues, argument);
    },
  };
}

/** The values of a flag that takes a list with commas. `kind` names one, such as "a scope". Throws a UsageError. */
export const listOf = <T extends string>(
  flag: string,
  list: string,
  allowed: readonly T[],
  kind: string,
): T[] =>
  list.split(",").map((word) => {
    const value = allowed.find((one) => one === word.trim());
    if (value) return value;
    throw new UsageError(
      `--${flag} contains "${word.trim()}", which is not ${kind}. Use ${allowed.join(", ")}`,
    );
  });

function parseCommand(words: readonly string[], flags: Flags, argument: Description["argument"]) {
  const { values, positionals } = parseWords(words, flags, argument !== undefined);
  for (const [name, { value, required }] of Object.entries(flags)) {
    const flagValue = values[name];
    const isEmpty = value !== undefined && typeof flagValue === "string" && !flagValue.trim();
    if (isEmpty || (required && flagValue === undefined))
      throw new UsageError(`--${name} is required`);
  }
  const [word = "", ...more] = positionals;
  if (argument && !Object.hasOwn(argument.words, word)) {
    const words = Object.keys(argument.words).join(", ");
    throw new UsageError(`${argument.name} must be one of: ${words}`);
  }
  if (more.length > 0) throw new UsageError(`Unexpected argument '${more[0]}'`);
  return { values, argument: word };
}

function parseWords(words: readonly string[], flags: Flags, allowPositionals: boolean) {
  const options = Object.fromEntries(
    Object.entries(flags).map(([name, { value }]) => [
      name,
      { type: value === undefined ? ("boolean" as const) : ("string" as const) },
    ]),
  );
  try {
    return parseArgs({ args: [...words], options, strict: true, allowPositionals });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new UsageError(message.replace(/\. (To specify|This command).*$/s, ""));
  }
}
