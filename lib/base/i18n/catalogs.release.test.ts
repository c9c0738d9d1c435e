import { existsSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { expect, test } from "vitest";
import { readableStrings } from "@/lib/testing/source-strings";
import { importsOf, sourceFiles } from "@/lib/testing/sources";
import { CUSTOMER_LANGUAGES } from "./languages";
import { TRANSLATIONS } from "./messages";

type Text = string | { [key: string]: Text };

/** Every message of a catalog by its full key. */
const flat = (text: Text, key = ""): [string, string][] =>
  typeof text === "string"
    ? [[key, text]]
    : Object.entries(text).flatMap(([name, inner]) => flat(inner, key ? `${key}.${name}` : name));

const english = flat(TRANSLATIONS.en as Text);
const pageFiles = sourceFiles().filter(
  (file) => /^(app|components)\//.test(file) && !/^app\/api\/|\.test\.tsx?$/.test(file),
);

// What draws emails and printed cards.
const drawingFiles = sourceFiles().filter((file) =>
  /^lib\/(domain\/mail\/((\w+-)?templates|mail-(content|html|text))|documents\/(batch-sheet|printed-card))\.tsx?$/.test(
    file,
  ),
);

// Code to copy, the same in every language.
const CODE_SAMPLES = /^components\/(docs|kit\/webhooks)\/(samples|setups)\.ts$/;

test("every string that a person reads on a page, in an email or on a printed card is in a catalog", () => {
  expect(drawingFiles.length).toBeGreaterThanOrEqual(5);
  const outside = [...pageFiles, ...drawingFiles]
    .filter((file) => !CODE_SAMPLES.test(file))
    .map((file) => [file, readableStrings(file)] as const)
    .filter(([, strings]) => strings.length > 0);
  expect(Object.fromEntries(outside)).toEqual({});
});

test("no message is empty, or the same as its key", () => {
  expect(english.filter(([key, text]) => !text.trim() || key.endsWith(`.${text}`))).toEqual([]);
});

/** The arguments and tags of a message, such as `count` and `link`. */
const namesIn = (text: string) =>
  [
    ...new Set([...text.matchAll(/\{\s*(\w+)\s*[,}]|<(\w+)>/g)].map(([, arg, tag]) => arg ?? tag)),
  ].sort();

/** The groups of `common` that customers see. */
const CUSTOMER_GROUPS = Object.keys(TRANSLATIONS.de.common);
// Parts of shared components that only the dashboard shows.
const DASHBOARD_GROUPS = [
  "amountCheck",
  "card",
  "cardType",
  "filters",
  "justNow",
  "proof",
  "refusal",
];

const isForCustomers = (key: string): boolean => {
  const [area = "", group = ""] = key.split(".");
  if (area === "common") return CUSTOMER_GROUPS.includes(group);
  return area in TRANSLATIONS.de;
};

test.each(CUSTOMER_LANGUAGES.filter((language) => language !== "en"))(
  "what customers see has every message, with the same arguments: %s",
  (language) => {
    const wanted = english.filter(([key]) => isForCustomers(key));
    const found = new Map(flat(TRANSLATIONS[language] as Text));
    expect([...found.keys()].sort()).toEqual(wanted.map(([key]) => key).sort());
    const other = wanted.filter(
      ([key, text]) => String(namesIn(found.get(key) ?? "")) !== String(namesIn(text)),
    );
    expect(other).toEqual([]);
  },
);

/** The files that a page loads, itself included. */
function filesBelow(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file) || !/^(app|components)\/.*\.tsx?$/.test(file)) return seen;
  seen.add(file);
  for (const { target } of importsOf(file)) filesBelow(target, seen);
  return seen;
}

/** The layouts around a page, from its own folder up. */
function layoutsOf(file: string): string[] {
  const folder = dirname(file);
  const own = existsSync(`${folder}/layout.tsx`) ? [`${folder}/layout.tsx`] : [];
  return folder === "app" ? own : [...own, ...layoutsOf(folder)];
}

const areasIn = (file: string, pattern: RegExp) =>
  [...readFileSync(file, "utf8").matchAll(pattern)].flatMap(([, list = ""]) =>
    [...list.matchAll(/"(\w+)/g)].map(([, area = ""]) => area),
  );

const givenIn = (file: string) => [
  ...areasIn(file, /areas=\{\[([^\]]*)\]\}/g),
  ...areasIn(file, /page(?:Of|WithData)\(\s*\w+,([^)]*)\)/g),
];

test.each(pageFiles.filter((file) => /\/page\.tsx$|^app\/page\.tsx$/.test(file)))(
  "a page gets the messages that it shows, and no others: %s",
  (page) => {
    const below = [...filesBelow(page)];
    const shown = new Set(
      below.flatMap((file) => areasIn(file, /(?:useTranslations\(|\btexts: )(\s*"\w+)/g)),
    );
    const around = layoutsOf(page).flatMap((layout) => [...filesBelow(layout)]);
    const own = below.filter((file) => file.startsWith("app/")).flatMap(givenIn);
    const given = new Set(["common", ...around.flatMap(givenIn), ...own]);
    expect([...shown].filter((area) => !given.has(area))).toEqual([]);
    const moved = (area: string) => english.some(([key]) => key.startsWith(`${area}.`));
    expect(own.filter((area) => !shown.has(area) && moved(area))).toEqual([]);
  },
);

/** The groups of `common` in a source file; not those of `wallet`, where a key of that name exists. */
function commonGroupsIn(file: string): string[] {
  const source = readFileSync(file, "utf8");
  if (!source.includes('"common"')) return [];
  const has = (area: string, key: string) =>
    english.some(([known]) => `${known}.`.startsWith(`${area}.${key.replace(/\.?$/, ".")}`));
  return [...source.matchAll(/\b\w+(?:\.rich)?\(\s*["`]([\w.]+)/g)]
    .map(([, key = ""]) => key)
    .filter((key) => has("common", key))
    .filter((key) => !(source.includes('"wallet"') && has("wallet", key)))
    .map((key) => key.split(".")[0] ?? "");
}

test("what customers' pages show of the area that all pages share is translated", () => {
  const pages = pageFiles.filter((file) =>
    /^app\/(wallet|balance|unsubscribe)\/.*(page|layout|not-found)\.tsx$/.test(file),
  );
  const used = new Set(pages.flatMap((page) => [...filesBelow(page)]).flatMap(commonGroupsIn));
  expect(used.size).toBeGreaterThan(5);
  const groups = [...CUSTOMER_GROUPS, ...DASHBOARD_GROUPS];
  expect([...used].filter((group) => !groups.includes(group))).toEqual([]);
});
