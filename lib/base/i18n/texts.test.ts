import { expect, test } from "vitest";
import { textsOf } from "./texts";

test("a text has its values, and plurals by the locale", () => {
  const t = textsOf("en-US", "wallet");
  expect(t("card.expires", { date: "May 1" })).toBe("Expires May 1");
  expect(t("transfer.staleRate", { days: 1 })).toMatch(/^This rate is 1 day old/);
  expect(t("transfer.staleRate", { days: 1_200 })).toMatch(/^This rate is 1,200 days old/);
});

test("plurals and numbers are those of the language", () => {
  const stale = (locale: string, days: number) =>
    textsOf(locale, "wallet")("transfer.staleRate", { days });
  expect(stale("de-AT", 1)).toMatch(/^Dieser Kurs ist 1 Tag alt/);
  expect(stale("de", 1_200)).toMatch(/^Dieser Kurs ist 1\.200 Tage alt/);
  // In French, 0 is singular.
  expect(stale("fr", 0)).toMatch(/^Ce taux date de 0 jour\./);
  expect(stale("es", 2)).toMatch(/^Este tipo de cambio tiene 2 días/);
});

test("without a translation, a text is in English", () => {
  expect(textsOf("ja-JP", "emails")("signIn.action")).toBe("Open wallet");
});
