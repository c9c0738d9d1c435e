import { closePool } from "../db/client";
import { openInstance } from "../db/embedded-instance";
import { openDatabase } from "../db/open-database";
import { refuseEmptyDatabase } from "../demo/seed";
import { isRefusal } from "../errors";
import { safeError } from "../log";
import { COMMANDS, type Command, USAGE, UsageError } from "./commands";

/** Finds the command and its arguments. Throws a UsageError for an unknown command. */
function find(words: string[]): { command: Command; rest: string[] } {
  for (const length of [3, 2, 1]) {
    const command = COMMANDS[words.slice(0, length).join(" ")];
    if (command) return { command, rest: words.slice(length) };
  }
  throw new UsageError(`Unknown command "${words.slice(0, 2).join(" ")}". Run: scrip help`);
}

function printError(error: unknown): void {
  const message = safeError(error).message ?? String(error);
  const code = isRefusal(error) ? error.code : error instanceof UsageError ? "usage" : "failed";
  process.stderr.write(`${JSON.stringify({ error: code, message })}\n`);
}

/** Runs a command on the instance's database and prints the result. Returns the exit code. */
async function main(words: string[]): Promise<number> {
  if (words.length === 0 || ["help", "--help", "-h"].includes(words[0] ?? "")) {
    process.stdout.write(`${USAGE}\n`);
    return 0;
  }
  let stop = async () => {};
  try {
    const { command, rest } = find(words);
    // Checks the arguments before starting a database.
    const work = command(rest);
    const instance = await openInstance();
    stop = instance.stop;
    // `scrip db …` says that this is the database.
    if (words[0] !== "db") await refuseEmptyDatabase(instance.isEmbedded);
    // `db migrate` is what makes a database ready.
    if (words.join(" ") !== "db migrate") await openDatabase();
    const result = await work();
    process.stdout.write(`${JSON.stringify(result)}\n`);
    return "ok" in result && result.ok === false ? 1 : 0;
  } catch (error) {
    printError(error);
    return 1;
  } finally {
    await closePool();
    await stop();
  }
}

process.exitCode = await main(process.argv.slice(2));
