import { readFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { env } from "@/lib/base/config/env";
import { MAX_CENTS } from "@/lib/base/money";
import { pg } from "@/lib/db/client/client";
import { useDatabasePerTest } from "@/lib/testing/database";
import { SEED, scaled } from "@/lib/testing/random";
import { createStore } from "@/lib/testing/store";
import { parseRates } from "./parse";
import { quoteRate, verifyQuote } from "./quote";
import { convert, crossRate, findRate, isStale, parseDecimal, rateText } from "./rate";
import { updateRates } from "./update-rates";

const rates = [
  ...readFileSync("lib/ledger/post/fx-snapshot.sql", "utf8").matchAll(
    /\('([A-Z]{3})', ([\d.]+)\)/g,
  ),
].map(([, currency, rate]) => `<Cube currency='${currency}' rate='${rate}'/>`);

/** The bundled rates in the bank's format, plus a discontinued currency. */
const FEED = `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
	<gesmes:subject>Reference rates</gesmes:subject>
	<gesmes:Sender>
		<gesmes:name>European Central Bank</gesmes:name>
	</gesmes:Sender>
	<Cube>
		<Cube time='2024-06-28'>
			${[...rates, "<Cube currency='BGN' rate='1.9558'/>"].join("\n\t\t\t")}
		</Cube>
	</Cube>
</gesmes:Envelope>`;

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
  test.each([
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
  ])("is not believed with %s", (_title, changed) => {
    expect(changed).not.toBe(FEED);
    expect(() => parseRates(changed, TODAY)).toThrow();
  });
});

const feed = parseRates(FEED, "2024-06-28");
// The feed has no currencies with three decimals, so add three.
const PER_EURO: [currency: string, perEuro: string][] = [
  ["EUR", "1"],
  ...feed.perEuro,
  ["KWD", "0.3283"],
  ["BHD", "0.4036"],
  ["TND", "3.3585"],
];

const amounts = fc.oneof(
  fc.bigInt({ min: 1n, max: 1_000n }),
  fc.bigInt({ min: 1n, max: BigInt(MAX_CENTS) }),
);
const currency = fc.constantFrom(...PER_EURO);

describe("exchange", () => {
  test("of known amounts, to currencies of 0, 2 and 3 decimals, rounding down", () => {
    const per = (code: string) => PER_EURO.find(([one]) => one === code)?.[1] ?? "";
    const exchange = (cents: bigint, from: string, to: string) =>
      convert(cents, crossRate(per(from), per(to)), from, to);

    expect(exchange(10_000n, "EUR", "USD")).toBe(10_705n);
    expect(exchange(10_000n, "USD", "EUR")).toBe(9_341n);
    // 100.00 euros are 17,194 yen. 1 yen is worth less than 1 cent.
    expect(exchange(10_000n, "EUR", "JPY")).toBe(17_194n);
    expect(exchange(17_194n, "JPY", "EUR")).toBe(9_999n);
    expect(exchange(1n, "JPY", "EUR")).toBe(0n);
    expect(exchange(10_000n, "EUR", "KWD")).toBe(32_830n);
    expect(exchange(1_000n, "KWD", "JPY")).toBe(523n);
    expect(exchange(123n, "USD", "USD")).toBe(123n);
  });

  test("rates have twelve significant digits, rounded down", () => {
    expect(rateText(crossRate("1.0705", "1"))).toBe("0.934142923867");
    expect(rateText(crossRate("1", "1.0705"))).toBe("1.0705");
    expect(rateText(crossRate("17487.21", "0.84638"))).toBe("0.0000483999448739");
    expect(rateText(parseDecimal("0395.10"))).toBe("395.1");
  });

  test("for every pair of currencies and any amount, there and back makes nothing", () => {
    fc.assert(
      fc.property(currency, currency, amounts, ([from, a], [to, b], cents) => {
        const there = convert(cents, crossRate(a, b), from, to);
        expect(convert(there, crossRate(b, a), to, from)).toBeLessThanOrEqual(cents);
      }),
      { seed: SEED, numRuns: scaled(500) },
    );
  });

  test("no way around through other currencies makes anything either", () => {
    fc.assert(
      fc.property(
        currency,
        fc.array(currency, { minLength: 1, maxLength: 5 }),
        amounts,
        (start, way, cents) => {
          let [at, perEuro] = start;
          let left = cents;
          for (const [next, nextPerEuro] of [...way, start]) {
            left = convert(left, crossRate(perEuro, nextPerEuro), at, next);
            [at, perEuro] = [next, nextPerEuro];
          }
          expect(left).toBeLessThanOrEqual(cents);
        },
      ),
      { seed: SEED, numRuns: scaled(300) },
    );
  });

  test("two halves never bring more than the whole", () => {
    fc.assert(
      fc.property(currency, currency, amounts, amounts, ([from, a], [to, b], one, other) => {
        const rate = crossRate(a, b);
        const apart = convert(one, rate, from, to) + convert(other, rate, from, to);
        expect(apart).toBeLessThanOrEqual(convert(one + other, rate, from, to));
      }),
      { seed: SEED, numRuns: scaled(300) },
    );
  });

  test("a rate is stale from the fifth day on", () => {
    const at = (day: string) => new Date(`${day}T23:59:59Z`);
    expect(isStale("2026-11-20", at("2026-11-24"))).toBe(false);
    expect(isStale("2026-11-20", at("2026-11-25"))).toBe(true);
  });
});

/** Runs the job against a local feed server with this request handler. */
async function updateFrom(answer: RequestListener) {
  const server = createServer(answer).listen(0, "127.0.0.1");
  await new Promise((listening) => server.once("listening", listening));
  env().fxFeedUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/daily.xml`;
  const updated = await updateRates();
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
  return updated;
}

const feedOf = (day: string, usd: string) => FEED.replace("2024-06-28", day).replace("1.0705", usd);
const rateCountsByDay = async () =>
  (await pg()`select day::text, count(*)::int from fx_rates group by 1 order by 1`).map((row) => [
    row.day,
    row.count,
  ]);

describe("the daily update", () => {
  useDatabasePerTest();

  test("a new instance has the rates of the shipped feed, to the digit", async () => {
    const { day, perEuro } = parseRates(FEED, "2024-06-28");
    const rows = await pg()`select day::text, currency, per_euro::text as rate from fx_rates`;
    expect(rows.every((row) => row.day === day)).toBe(true);
    expect(new Map(rows.map((row) => [row.currency, row.rate]))).toEqual(perEuro);
  });

  test("a day's rates are kept once, answered from then on, and never change", async () => {
    const today = new Date().toISOString().slice(0, 10);
    const first = await updateFrom((_, response) => response.end(feedOf(today, "1.1000")));
    expect(first).toEqual({ day: today, kept: true, currencies: 29, skipped: ["BGN"] });
    const again = await updateFrom((_, response) => response.end(feedOf(today, "1.10")));
    expect(again).toMatchObject({ day: today, kept: false });
    const other = await updateFrom((_, response) => response.end(feedOf(today, "9.9")));
    expect(other).toEqual({ failed: `the feed's rates for ${today} differ from the stored rates` });

    expect(await rateCountsByDay()).toEqual([
      ["2024-06-28", 29],
      [today, 29],
    ]);
    expect((await findRate("EUR", "USD"))?.rate).toEqual({ digits: 110_000_000_000n, scale: 11 });
    expect((await findRate("EUR", "USD", "2024-06-28"))?.asOf).toBe("2024-06-28");
    expect(await findRate("EUR", "USD", "2024-06-27")).toBeNull();
    expect(await findRate("KWD", "USD")).toBeNull();
  });

  test("a feed that can't be fetched or is implausible changes nothing, and the failure is reported", async () => {
    const before = await rateCountsByDay();
    const tomorrow = new Date(Date.now() + 30 * 60 * 60 * 1000).toISOString().slice(0, 10);
    for (const [failed, status, body] of [
      ["the feed responded with 503", 503, FEED],
      ["the feed responded with 302", 302, ""],
      ["the feed is too large", 200, FEED + " ".repeat(300 * 1024)],
      ["the feed isn't from the European Central Bank", 200, "<html/>"],
      [`the feed's date is in the future: ${tomorrow}`, 200, feedOf(tomorrow, "1.1")],
    ] as const) {
      const headers = { location: "/elsewhere" };
      const updated = await updateFrom((_, answer) => answer.writeHead(status, headers).end(body));
      expect(updated).toEqual({ failed });
    }
    expect(await updateFrom((request) => request.socket.destroy())).toHaveProperty("failed");
    expect(await rateCountsByDay()).toEqual(before);
  });

  test("a quote is signed: what was changed in it opens no longer", async () => {
    const { ctx } = await createStore();
    const quote = await quoteRate(ctx(), { from: "USD", to: "JPY", amountCents: 1_000 });
    expect(verifyQuote(quote.quoteId)).toEqual({
      from: "USD",
      to: "JPY",
      asOf: quote.asOf,
      expiresAt: quote.expiresAt,
    });
    const [payload = "", tag = ""] = quote.quoteId.slice("fxq_".length).split(".");
    const forged = Buffer.from(
      Buffer.from(payload, "base64url").toString().replace("USD", "EUR"),
    ).toString("base64url");
    for (const id of ["", "fxq_", `fxq_${forged}.${tag}`, `fxq_${payload}.`, `fxq_${payload}`]) {
      expect(verifyQuote(id), id).toBeNull();
    }
  });
});
