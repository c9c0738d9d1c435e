import { expect, test } from "vitest";
import { COMMANDS, UsageError } from "./commands";

const createKeyOptions = ["--merchant", "x", "--name", "x"];

test.for([
  ["merchant create", ["--name", "Shop"], /^--email is missing$/],
  [
    "merchant create",
    ["--name", "x", "--email", "x", "--password", "y", "--shop", "z"],
    /'--shop'/,
  ],
  ["merchant list", ["everything"], /'everything'/],
  ["key create", [...createKeyOptions, "--shape", "C"], /^--shape must be A or B$/],
  ["key create", [...createKeyOptions, "--scopes", "all"], /^--scopes takes .*; not "all"$/],
  ["key create", [...createKeyOptions, "--limit", "2", "--no-limits"], /can't be combined$/],
  [
    "key create",
    [...createKeyOptions, "--limit", "1001"],
    /^--limit must be a whole number from 1 to 1000$/,
  ],
  ["cron", ["tea"], /^cron takes one of: .*webhooks/],
] as const)("scrip %s %j is refused before anything is begun", ([name, words, message]) => {
  const read = () => COMMANDS[name]?.([...words]);
  expect(read).toThrow(UsageError);
  expect(read).toThrow(message);
});
