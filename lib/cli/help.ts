import { type Command, RUN } from "./command";

const WIDTH = 100;
const INDENT = "  ";

/** Breaks text into lines that fit beside `indent` columns. */
function wrap(text: string, indent: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && indent + last.length + word.length < WIDTH) {
      lines[lines.length - 1] = `${last} ${word}`;
    } else lines.push(word);
  }
  return lines;
}

/** Two columns: terms, and what they are. */
function table(rows: readonly (readonly [term: string, text: string])[]): string {
  const column = Math.max(...rows.map(([term]) => term.length)) + 2 * INDENT.length;
  return rows
    .map(([term, text]) => {
      const lines = wrap(text, column);
      const first = (INDENT + term).padEnd(column);
      return (first + lines.join(`\n${" ".repeat(column)}`)).trimEnd();
    })
    .join("\n");
}

/** The flags, arguments and examples of one command. */
export function helpOf(name: string, command: Command): string {
  const { summary, details, argument, flags, examples = [] } = command;
  const terms = Object.entries(flags).map(([flag, { value, required, about }]) => ({
    term: value === undefined ? `--${flag}` : `--${flag} ${value}`,
    required,
    about,
  }));
  const required = terms.filter((flag) => flag.required).map(({ term }) => term);
  const usage = [RUN, name, argument?.name, ...required, "[options]"].filter(Boolean).join(" ");
  const rows = terms.map(
    ({ term, required, about }) => [term, required ? `${about} Required.` : about] as const,
  );
  const parts = [
    `${summary}.`,
    `Usage: ${usage}`,
    ...(details ? [wrap(details, 0).join("\n")] : []),
    ...(argument ? [`${argument.name}\n${table(Object.entries(argument.words))}`] : []),
    `Options\n${table(rows)}`,
    ...(examples.length > 0
      ? [
          `Examples\n${examples.map((one) => `${INDENT}${RUN} ${name} ${one}`.trimEnd()).join("\n")}`,
        ]
      : []),
  ];
  return `${parts.join("\n\n")}\n`;
}

const isForDevelopers = ([, { needs }]: readonly [string, Command]) => needs === "nothing";

/** The commands with their summaries. */
export function overview(commands: Record<string, Command>): string {
  const all = Object.entries(commands);
  const section = (title: string, some: typeof all) =>
    some.length > 0
      ? [`${title}\n${table(some.map(([name, { summary }]) => [name, summary]))}`]
      : [];
  const parts = [
    `Usage: ${RUN} COMMAND [options]`,
    ...section("For developers, with a test key, on any instance", all.filter(isForDevelopers)),
    ...section(
      "For operators, on this instance's database. They print JSON, and errors as {error, message}.",
      all.filter((one) => !isForDevelopers(one)),
    ),
    "For the options of a command, add --help. For the version, use --version.",
  ];
  return `${parts.join("\n\n")}\n`;
}
