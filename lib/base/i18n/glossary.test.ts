import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { routes } from "@/app/api/v1/routes";
import { openApi } from "@/lib/api/kernel/openapi";
import { REFUSALS } from "@/lib/base/errors";
import type { Language } from "./languages";

/** A word or phrase that the product doesn't use, and what it says instead. */
type Banned = { word: RegExp; say: string; where?: Source[] };
type Source = "catalog" | "guide" | "readme" | "openapi" | "error";

const BANNED: Banned[] = [
  { word: /\bwhoever\b/i, say: "anyone who" },
  { word: /\bof which\b/i, say: "two sentences" },
  { word: /\b(with|by|under) which\b/i, say: "two sentences" },
  { word: /\bstands? (on|in|for)\b/i, say: "is on" },
  { word: /\b(told|tells? (you|them|of))\b/i, say: "notified, says" },
  { word: /\bbe it\b/i, say: "whether" },
  { word: /\bfor good\b/i, say: "permanently" },
  { word: /\banew\b/i, say: "again" },
  { word: /\bbeside\b/i, say: "next to" },
  { word: /\bmend(s|ed)?\b/i, say: "fix" },
  { word: /\bhands? (on|it on)\b/i, say: "share" },
  { word: /\bin force\b/i, say: "active" },
  { word: /\bgoes by\b/i, say: "is called" },
  { word: /\bsomebody\b|\banybody\b/i, say: "someone, anyone" },
  { word: /\be-mails?\b/i, say: "email" },
  { word: /\blog ?ins?\b|\blog in\b/i, say: "sign in, sign-in" },
  { word: /\bspendable|\b(spend|spent|spends|spending)\b/i, say: "redeem, use" },
  { word: /\breloads?\b(?= (a|the|your)? ?(gift )?(card|balance))|\breloaded\b/i, say: "top up" },
  { word: /\b(take|takes|taken|took) back\b/i, say: "reverse" },
  { word: /\bundo(es|ne)?\b|\bundid\b/i, say: "reverse", where: ["guide", "openapi", "error"] },
  { word: /\bswitch(es|ed)? off\b/i, say: "turn off, deactivate" },
  { word: /\bcame back\b/i, say: "returned" },
  { word: /\banswer(s|ed)?\b/i, say: "response" },
  { word: /\bforget(s)?\b|\bforgotten\b/i, say: "delete" },
  { word: /\bsweep(s)?\b|\bdispatcher\b/i, say: "purge, worker" },
  { word: /\bmirror(s|ed)?\b/i, say: "sync" },
  { word: /\bplatforms?\b/i, say: "online shop", where: ["catalog", "guide", "error"] },
  { word: /\b(card's|cards'|gift card's) owners?\b|\bcard holder\b/i, say: "customer" },
  { word: /\bbring along\b/i, say: "import" },
  { word: /\bhear(s)? of\b/i, say: "get notified" },
];

/** Whole words, not parts of compounds such as "E-Mail". */
const wholeWord = (...words: string[]) =>
  new RegExp(`(?<![\\p{L}-])(${words.join("|")})(?!\\p{L})`, "iu");

/** Words that translations don't use, and what they say instead. */
const BANNED_TRANSLATED: Record<Exclude<Language, "en">, [word: RegExp, say: string][]> = {
  de: [
    [wholeWord("Gutschein\\p{L}*"), "Geschenkkarte"],
    [wholeWord("login", "(ein|aus)(ge)?logg\\p{L}*"), "anmelden, Anmeldung"],
    [wholeWord("e?mails?"), "E-Mail"],
    [wholeWord("du", "dir", "dich", "dein\\p{L}*"), "Sie"],
    [wholeWord("shops?", "händlers?"), "Geschäft"],
  ],
  fr: [
    [wholeWord("cartes?-cadeaux?", "bons? d.achat"), "carte cadeau"],
    [wholeWord("login", "logg?er"), "se connecter, connexion"],
    [wholeWord("e?mails?", "courriels?"), "e-mail"],
    [wholeWord("tu", "ton", "tes", "toi"), "vous"],
    [wholeWord("boutiques?", "commerçants?"), "magasin"],
  ],
  es: [
    [wholeWord("tarjetas? de regalo", "vales?"), "tarjeta regalo"],
    [wholeWord("login", "loguear\\p{L}*"), "iniciar sesión"],
    [wholeWord("e?-?mails?"), "correo"],
    [wholeWord("tú", "tus?", "ti", "vosotros"), "usted"],
    [wholeWord("comercios?"), "tienda"],
  ],
};

// Legitimate uses, removed before the search. Code in backticks and code blocks is removed too.
const EXCEPTIONS = ["card.reloaded", "Forgot your password", "e-commerce platform"];

const inWords = (text: string): string =>
  EXCEPTIONS.reduce((rest, exception) => rest.replaceAll(exception, ""), text)
    .replace(/^```[\s\S]*?^```/gm, "")
    .replace(/`[^`\n]*`/g, "");

type Text = string | { [key: string]: Text };

const stringsIn = (text: Text): string[] =>
  typeof text === "string" ? [text] : Object.values(text).flatMap(stringsIn);

/** The summaries and descriptions of an OpenAPI document. */
function descriptionsIn(part: unknown): string[] {
  if (typeof part !== "object" || part === null) return [];
  return Object.entries(part).flatMap(([name, value]) =>
    typeof value === "string" && ["summary", "description"].includes(name)
      ? [value]
      : descriptionsIn(value),
  );
}

const filesIn = (folder: string, ending: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(ending))
    .map((file) => `${folder}/${file}`);

/** The front matter of a guide without its search keywords, which include other products' words. */
const guideText = (file: string): string =>
  readFileSync(file, "utf8").replace(/^keywords: .*$/m, "");

const TEXTS: Record<Source, Record<string, string[]>> = {
  catalog: Object.fromEntries(
    filesIn("lib/base/i18n/en", ".json").map((file) => [
      file,
      stringsIn(JSON.parse(readFileSync(file, "utf8"))),
    ]),
  ),
  guide: Object.fromEntries(filesIn("docs", ".md").map((file) => [file, [guideText(file)]])),
  readme: Object.fromEntries(
    ["README.md", "CONTRIBUTING.md"].map((file) => [file, [readFileSync(file, "utf8")]]),
  ),
  openapi: { "openapi.json": descriptionsIn(openApi(routes)) },
  error: { "lib/base/errors.ts": Object.values(REFUSALS).map(([, message]) => message) },
};

/** Where a text has the word: the file and what is around it. */
const usesOf = (word: RegExp, file: string, text: string): string[] =>
  [...inWords(text).matchAll(new RegExp(word, "gi"))].map(({ index }) => {
    const around = inWords(text).slice(Math.max(0, index - 40), index + 40);
    return `${file}: …${around.replace(/\s+/g, " ")}…`;
  });

test.each(Object.entries(BANNED_TRANSLATED))(
  "translations keep to their terms: %s",
  (language, words) => {
    const files = filesIn(`lib/base/i18n/${language}`, ".json");
    expect(files.length).toBeGreaterThan(0);
    const uses = files.flatMap((file) =>
      stringsIn(JSON.parse(readFileSync(file, "utf8"))).flatMap((text) =>
        words
          .filter(([word]) => word.test(text.replace(/\{\w+\}/g, "")))
          .map(([word, say]) => `${file}: ${text} (${word}, say: ${say})`),
      ),
    );
    expect(uses).toEqual([]);
  },
);

test("the sources of the glossary are all read", () => {
  for (const texts of Object.values(TEXTS)) expect(Object.keys(texts)).not.toEqual([]);
});

test.each(BANNED.map(({ word, ...rest }) => [String(word), { word, ...rest }] as const))(
  "%s is not a word of the product",
  (_, { word, say, where }) => {
    const sources = where ?? (Object.keys(TEXTS) as Source[]);
    const uses = sources.flatMap((source) =>
      Object.entries(TEXTS[source]).flatMap(([file, texts]) =>
        texts.flatMap((text) => usesOf(word, file, text)),
      ),
    );
    expect(uses, `say: ${say}`).toEqual([]);
  },
);
