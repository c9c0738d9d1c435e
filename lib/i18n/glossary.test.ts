import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { routes } from "@/app/api/v1/routes";
import { REFUSALS } from "../errors";
import { openApi } from "../http/openapi";
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

/** Words that translations don't use, by language. */
const BANNED_TRANSLATED: Record<Exclude<Language, "en">, { word: RegExp; say: string }[]> = {
  de: [
    { word: /\bGutschein\w*/i, say: "Geschenkkarte" },
    { word: /\b(login|einloggen|ausloggen|eingeloggt)\b/i, say: "anmelden, Anmeldung" },
    { word: /(?<!-)\bE-?mail\b(?<!E-Mail)/, say: "E-Mail" },
    { word: /\b(du|dein\w*|dir|dich)\b/i, say: "Sie" },
    { word: /\bShops?\b/, say: "Geschäft" },
  ],
  fr: [
    { word: /\bcartes?-cadeaux?\b|\bbons? d.achat\b/i, say: "carte cadeau" },
    { word: /\b(login|loguer|logger)\b/i, say: "se connecter, connexion" },
    { word: /\b(mail|courriel|email)s?\b(?<!e-mails?)/i, say: "e-mail" },
    { word: /\b(tu|ton|tes|toi)\b/i, say: "vous" },
    { word: /\bboutiques?\b/i, say: "magasin" },
  ],
  es: [
    { word: /\btarjetas? de regalo\b/i, say: "tarjeta regalo" },
    { word: /\b(login|loguearse|e-?mail)\b/i, say: "iniciar sesión, correo" },
    { word: /\b(tú|tus?|ti|vosotros)\b/i, say: "usted" },
    { word: /\b(billetera|monedero)\b/i, say: "cartera" },
    { word: /\bcomercios?\b/i, say: "tienda" },
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
    filesIn("lib/i18n/en", ".json").map((file) => [
      file,
      stringsIn(JSON.parse(readFileSync(file, "utf8"))),
    ]),
  ),
  guide: Object.fromEntries(
    filesIn("components/docs", ".md").map((file) => [file, [guideText(file)]]),
  ),
  readme: { "README.md": [readFileSync("README.md", "utf8")] },
  openapi: { "openapi.json": descriptionsIn(openApi(routes)) },
  error: { "lib/errors.ts": Object.values(REFUSALS).map(([, message]) => message) },
};

/** Where a text has the word: the file and what is around it. */
const usesOf = (word: RegExp, file: string, text: string): string[] =>
  [...inWords(text).matchAll(new RegExp(word, "gi"))].map(({ index }) => {
    const around = inWords(text).slice(Math.max(0, index - 40), index + 40);
    return `${file}: …${around.replace(/\s+/g, " ")}…`;
  });

test.each(Object.entries(BANNED_TRANSLATED))("translations keep to their terms: %s", (language, words) => {
  const files = filesIn(`lib/i18n/${language}`, ".json");
  expect(files.length).toBeGreaterThan(0);
  const uses = files.flatMap((file) =>
    stringsIn(JSON.parse(readFileSync(file, "utf8"))).flatMap((text) =>
      words
        .filter(({ word }) => word.test(text))
        .map(({ word, say }) => `${file}: ${text} (${word}; say: ${say})`),
    ),
  );
  expect(uses).toEqual([]);
});

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
