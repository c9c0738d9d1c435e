import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { sourceFiles } from "@/lib/testing/sources";
import { CUSTOMER_LANGUAGES, pickLocale } from "./languages";

const pick = (accepted: string | null, chosen?: string) =>
  pickLocale({ accepted, chosen, languages: CUSTOMER_LANGUAGES });

test("the most wanted language that exists is picked, with its region", () => {
  expect(pick("de-AT,de;q=0.9,en;q=0.8")).toBe("de-AT");
  expect(pick("ja,fr;q=0.4,es-MX;q=0.7")).toBe("es-MX");
  expect(pick("en;q=0.1, es;q=0")).toBe("en");
});

test("a chosen language wins, in the region that the browser accepts for it", () => {
  expect(pick("de-AT,fr-CH;q=0.5", "fr")).toBe("fr-CH");
  expect(pick("de-AT", "fr")).toBe("fr");
  expect(pick("de-AT", "xx")).toBe("de-AT");
});

test("without a language that exists, text, dates and amounts are American", () => {
  expect(pick("ja-JP")).toBe("en-US");
  expect(pick(null)).toBe("en-US");
  expect(pick("*, not a tag;q=x, ;;, e")).toBe("en-US");
  expect(pickLocale({ accepted: "de-DE", chosen: "de", languages: ["en"] })).toBe("en-US");
});

test("the language of texts without a reader is decided here: no other file names its locale", () => {
  const naming = sourceFiles()
    .filter((file) => !/\.test\.|^lib\/testing\/|^e2e\//.test(file))
    .filter((file) => /["'`]en-US["'`]/.test(readFileSync(file, "utf8")));
  expect(naming).toEqual(["lib/base/i18n/languages.ts"]);
});
