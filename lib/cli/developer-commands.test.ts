import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SUBSCRIBABLE_EVENTS } from "@/lib/domain/webhooks/webhook";
import { connectionOf } from "./api";
import { type Command, UsageError } from "./command";
import { helpOf, overview } from "./help";
import { listen } from "./listen";
import { OPERATOR_COMMANDS } from "./operator-commands";
import { TRIGGERED_EVENTS, trigger } from "./trigger";

const COMMANDS: Record<string, Command> = { listen, trigger, ...OPERATOR_COMMANDS };
const KEY = "scrip_test_x";

beforeEach(() => {
  for (const name of ["SCRIP_KEY", "SCRIP_URL", "APP_URL"]) vi.stubEnv(name, undefined);
});
afterEach(() => vi.unstubAllEnvs());

test("the help of every command describes each of its flags and words", () => {
  for (const [name, command] of Object.entries(COMMANDS)) {
    const help = helpOf(name, command);
    expect(overview(COMMANDS)).toContain(`  ${name} `);
    expect(help.startsWith(`${command.summary}.\n`), name).toBe(true);
    expect(help).toContain(`npm run -s scrip -- ${name}`);
    for (const [flag, { about }] of Object.entries(command.flags)) {
      expect(help, name).toMatch(new RegExp(`^ {2}--${flag}( \\S+)? {2,}\\S`, "m"));
      expect(about, `${name} --${flag}`).toMatch(/\.$/);
    }
    for (const [word, about] of Object.entries(command.argument?.words ?? {})) {
      expect(help, name).toContain(`  ${word} `);
      expect(about, word).toMatch(/\.$/);
    }
  }
});

test.for([
  ["listen", [], {}, /^--key is required, or set SCRIP_KEY/],
  ["listen", ["--key", "scrip_live_x"], {}, /^This is a live key\. Use a test key\. /],
  ["trigger", ["card.activated"], { SCRIP_KEY: "scrip_live_x" }, /^This is a live key/],
  ["listen", ["--key", "sk_test_x"], {}, /^This isn't a test key/],
  ["listen", ["--key", KEY, "--url", "scrip"], {}, /^--url must be a URL that starts with http/],
  ["listen", ["--key", KEY, "--forward", ":4000"], {}, /^--forward must be a URL/],
  ["listen", ["--key", KEY, "--events", "card.eaten"], {}, /"card\.eaten", which is not an event/],
  ["listen", ["--key", KEY, "--port", "1"], {}, /^Unknown option '--port'$/],
  ["trigger", ["--key", KEY], {}, /^EVENT must be one of: card\.activated, /],
  ["trigger", ["card.transferred_in", "--key", KEY], {}, /^EVENT must be one of/],
] as const)(
  "scrip %s %j is refused before anything is sent",
  ([name, words, variables, message]) => {
    for (const [variable, value] of Object.entries(variables)) vi.stubEnv(variable, value);
    const read = () => COMMANDS[name]?.prepare(words);
    expect(read).toThrow(UsageError);
    expect(read).toThrow(message);
  },
);

test("the key and the URL come from flags, else from the environment", () => {
  const given = { key: KEY, url: "https://flag.example.com/" };
  expect(connectionOf(given)).toEqual({ key: KEY, url: "https://flag.example.com" });
  const absent = { key: undefined, url: undefined };
  vi.stubEnv("SCRIP_KEY", "scrip_test_y");
  expect(connectionOf(absent)).toEqual({ key: "scrip_test_y", url: "http://localhost:3000" });
  vi.stubEnv("APP_URL", "https://app.example.com");
  expect(connectionOf(absent).url).toBe("https://app.example.com");
  vi.stubEnv("SCRIP_URL", "https://scrip.example.com");
  expect(connectionOf(absent).url).toBe("https://scrip.example.com");
});

test("every event but transfers, which need an agreement, can be triggered", () => {
  const others = SUBSCRIBABLE_EVENTS.filter((event) => !event.startsWith("card.transferred_"));
  expect(TRIGGERED_EVENTS).toEqual(others);
});
