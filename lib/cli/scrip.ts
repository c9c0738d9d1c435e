import { VERSION } from "@/lib/base/config/version";
import { isRefusal } from "@/lib/base/errors";
import { ApiError } from "./api";
import { type Command, RUN, UsageError } from "./command";
import { helpOf, overview } from "./help";
import { listen } from "./listen";
import { trigger } from "./trigger";

/** Need neither the database nor its modules, which take longer to load than these to start. */
const DEVELOPER_COMMANDS: Record<string, Command> = { listen, trigger };

const isForDevelopers = ([word = ""]: string[]) => Object.hasOwn(DEVELOPER_COMMANDS, word);

async function allCommands(): Promise<Record<string, Command>> {
  const { OPERATOR_COMMANDS } = await import("./operator-commands");
  return { ...DEVELOPER_COMMANDS, ...OPERATOR_COMMANDS };
}

type Found = { name: string; command: Command; rest: string[] };

/** Finds the command whose name the arguments begin with; null if there is none. */
async function find(words: string[]): Promise<Found | null> {
  const commands = isForDevelopers(words) ? DEVELOPER_COMMANDS : await allCommands();
  for (const length of [3, 2, 1]) {
    const name = words.slice(0, length).join(" ");
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (command && words.length >= length) return { name, command, rest: words.slice(length) };
  }
  return null;
}

const isHelpFlag = (word: string) => word === "--help" || word === "-h";

/** The help for a command, for those that begin with these words, or for all. */
async function helpFor(words: string[]): Promise<string> {
  const found = words.length > 0 ? await find(words) : null;
  if (found) return helpOf(found.name, found.command);
  const group = words.join(" ");
  const all = Object.entries(await allCommands());
  const ofGroup = all.filter(([name]) => group === "" || name.startsWith(`${group} `));
  if (ofGroup.length === 0) throw unknownCommand(words);
  return overview(Object.fromEntries(ofGroup));
}

const unknownCommand = (words: string[]) =>
  new UsageError(`Unknown command "${words.slice(0, 3).join(" ")}". For help, run: ${RUN} help`);

/** Runs a command and returns its result. */
async function runCommand({ name, command, rest }: Found): Promise<object | undefined> {
  try {
    // Checks the arguments before starting a database.
    const work = command.prepare(rest);
    if (command.needs === "nothing") return await work();
    const { runOnDatabase } = await import("./on-database");
    return await runOnDatabase(command.needs, work);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const message = error.message.replace(/\.$/, "");
    throw new UsageError(`${message}. For help, run: ${RUN} ${name} --help`);
  }
}

/** Prints an error, as JSON unless a person reads it. */
async function printError(error: unknown, isForPeople: boolean): Promise<void> {
  const isOurs = error instanceof UsageError || error instanceof ApiError;
  const message = isOurs ? error.message : (await import("./on-database")).messageOf(error);
  if (isForPeople) return void process.stderr.write(`${message}\n`);
  const isCoded = error instanceof ApiError || isRefusal(error);
  const code = isCoded ? error.code : error instanceof UsageError ? "usage" : "failed";
  process.stderr.write(`${JSON.stringify({ error: code, message })}\n`);
}

/** Runs a command and prints the result. Returns the exit code. */
async function main(words: string[]): Promise<number> {
  const isForPeople = isForDevelopers(words) && !words.includes("--json");
  try {
    if (words[0] === "--version") {
      const version = words.includes("--json") ? JSON.stringify({ version: VERSION }) : VERSION;
      process.stdout.write(`${version}\n`);
      return 0;
    }
    const topicWords = words[0] === "help" ? words.slice(1) : words;
    if (topicWords.length === 0 || topicWords !== words || words.some(isHelpFlag)) {
      process.stdout.write(await helpFor(topicWords.filter((word) => !word.startsWith("-"))));
      return 0;
    }
    const found = await find(words);
    if (!found) throw unknownCommand(words);
    const result = await runCommand(found);
    if (result) process.stdout.write(`${JSON.stringify(result)}\n`);
    return result && "ok" in result && result.ok === false ? 1 : 0;
  } catch (error) {
    await printError(error, isForPeople);
    return 1;
  }
}

process.exitCode = await main(process.argv.slice(2));
