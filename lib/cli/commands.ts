import { parseArgs } from "node:util";
import { migrate } from "../db/migrate";
import { env } from "../env";
import { verify } from "../ledger/verify";

/** Reads its arguments at once, throwing a UsageError; the work it gives needs the database. */
export type Command = (words: string[]) => () => Promise<object>;

/** The command was not written as `scrip help` says. */
export class UsageError extends Error {}

export const USAGE = `scrip: the operator's command. Prints JSON; errors go to stderr as {error, message}.

  scrip ledger verify
      recomputes every running figure of the ledger; ends with 1 when something differs
  scrip db migrate
      brings the database up to date
  scrip help`;

function noArguments(words: string[]): void {
  try {
    parseArgs({ args: words, options: {}, strict: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

const dbMigrate: Command = (words) => {
  noArguments(words);
  return async () => {
    await migrate(env().databaseUrl);
    return { migrated: true };
  };
};

const ledgerVerify: Command = (words) => {
  noArguments(words);
  return verify;
};

/** Every command by its words. */
export const COMMANDS: Record<string, Command> = {
  "ledger verify": ledgerVerify,
  "db migrate": dbMigrate,
};
