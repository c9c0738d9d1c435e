import { expect, test } from "vitest";
import { textsOf } from "./texts";

test("a text has its values, and plurals by the locale", () => {
  const t = textsOf("en-US", "wallet");
  expect(t("card.expires", { date: "May 1" })).toBe("Expires May 1");
  expect(t("transfer.staleRate", { days: 1 })).toMatch(/^This rate is 1 day old/);
  expect(t("transfer.staleRate", { days: 1_200 })).toMatch(/^This rate is 1,200 days old/);
});

test("without a translation, a text is in English", () => {
  expect(textsOf("ja-JP", "emails")("signIn.action")).toBe("Open wallet");
});
