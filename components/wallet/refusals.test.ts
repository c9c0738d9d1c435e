import { expect, test } from "vitest";
import { ApiError } from "@/components/kit/api/api";
import { problemInWords, refusalInWords } from "@/components/kit/api/refusal-words";
import wallet from "@/lib/base/i18n/en/wallet.json" with { type: "json" };
import { translator } from "@/lib/testing/translator";
import { REFUSAL_CODES, REFUSED_FIELDS, refusalTexts } from "./refusals";

const tCommon = translator("common");
const texts = refusalTexts(translator("wallet"), tCommon);

test("every text of an error is used", () => {
  const { fields, ...codes } = wallet.refusals;
  expect([...REFUSAL_CODES]).toEqual(Object.keys(codes).sort());
  expect([...REFUSED_FIELDS]).toEqual(Object.keys(fields).sort());
});

test("on customers' pages, an error has a text of the catalog, never the server's message", () => {
  const error = (code: string, fields: { path: string; message: string }[] = []) =>
    new ApiError({ status: 400, code, message: "The server's words.", fields });
  expect(refusalInWords(tCommon, error("card_expired"), texts)).toBe(
    "This card has expired. Top it up at the store to use it again.",
  );
  expect(refusalInWords(tCommon, error("made_up"), texts)).toMatch(/^Something went wrong/);
  const field = { path: "body.deliverOn", message: "must not be in the past" };
  expect(refusalInWords(tCommon, error("invalid_request", [field]), texts)).toMatch(
    /^Choose a date/,
  );
  expect(problemInWords(tCommon, { ...field, path: "constructor" }, texts)).toBe(
    "This value isn't valid. Enter a different one.",
  );
});
