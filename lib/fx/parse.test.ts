import { describe, expect, test } from "vitest";
import { FEED } from "@/lib/testing/ecb-feed";
import { parseRates } from "./parse";

const TODAY = "2024-07-01";

describe("the daily feed of the European Central Bank", () => {
  test("is read whole: its day, its rates as they are written, and what is no money any more", () => {
    const { day, perEuro, skipped } = parseRates(FEED, TODAY);

    expect(day).toBe("2024-06-28");
    expect(perEuro.size).toBe(29);
    expect(perEuro.get("USD")).toBe("1.0705");
    expect(perEuro.get("HUF")).toBe("395.10");
    expect(perEuro.get("IDR")).toBe("17487.21");
    expect(skipped).toEqual(["BGN"]);
  });

  test("may be written with either quotation mark", () => {
    expect(parseRates(FEED.replaceAll("'", '"'), TODAY).perEuro.size).toBe(29);
  });

  test("may be of today, and never of a day that is still to come", () => {
    expect(parseRates(FEED, "2024-06-28").day).toBe("2024-06-28");
    expect(() => parseRates(FEED, "2024-06-27")).toThrow("in the future");
  });

  const usd = "<Cube currency='USD' rate='1.0705'/>";
  for (const [title, changed] of [
    ["nothing", ""],
    ["a page of HTML", "<!doctype html><html><body>Sorry</body></html>"],
    ["half of it", FEED.slice(0, FEED.length / 2)],
    ["something after it", `${FEED}<more/>`],
    ["two days", FEED.replace("</Cube>\n", "</Cube><Cube time='2024-06-27'></Cube>\n")],
    ["another sender", FEED.replace("European Central Bank", "Somebody")],
    ["an entity", FEED.replace("1.0705", "&rate;")],
    ["a document type", FEED.replace("?>", "?><!DOCTYPE x [<!ENTITY rate '1'>]>")],
    ["a day that does not exist", FEED.replace("2024-06-28", "2024-06-31")],
    ["a day in other words", FEED.replace("2024-06-28", "28.06.2024")],
    ["a rate of zero", FEED.replace("1.0705", "0.0000")],
    ["a negative rate", FEED.replace("1.0705", "-1.07")],
    ["a rate with an exponent", FEED.replace("1.0705", "1e3")],
    ["a rate with a comma", FEED.replace("1.0705", "1,07")],
    ["a rate with two points", FEED.replace("1.0705", "1.0.7")],
    ["a rate that is missing", FEED.replace("rate='1.0705'", "")],
    ["a currency that is no code", FEED.replace("'USD'", "'usd'")],
    ["a currency twice", FEED.replace(usd, usd + usd)],
    ["the euro itself", FEED.replace("'USD'", "'EUR'")],
    ["an attribute more", FEED.replace("rate='1.0705'", "rate='1.0705' bid='1'")],
  ] as const) {
    test(`is not believed with ${title}`, () => {
      expect(changed).not.toBe(FEED);
      expect(() => parseRates(changed, TODAY)).toThrow();
    });
  }
});
