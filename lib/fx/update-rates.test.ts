import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { pg } from "@/lib/db/client";
import { env } from "@/lib/env";
import { useTestDatabase } from "@/lib/testing/database";
import { FEED } from "@/lib/testing/ecb-feed";
import { createStore } from "@/lib/testing/store";
import { parseRates } from "./parse";
import { openQuote, quoteRate } from "./quote";
import { findRate } from "./rate";
import { updateRates } from "./update-rates";

useTestDatabase("test");

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
const days = async () =>
  (await pg()`select day::text, count(*)::int from fx_rates group by 1 order by 1`).map((row) => [
    row.day,
    row.count,
  ]);

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
  expect(other).toEqual({ failed: `the feed tells other rates of ${today} than are kept` });

  expect(await days()).toEqual([
    ["2024-06-28", 29],
    [today, 29],
  ]);
  expect((await findRate("EUR", "USD"))?.rate).toEqual({ digits: 110_000_000_000n, scale: 11 });
  expect((await findRate("EUR", "USD", "2024-06-28"))?.asOf).toBe("2024-06-28");
  expect(await findRate("EUR", "USD", "2024-06-27")).toBeNull();
  expect(await findRate("KWD", "USD")).toBeNull();
});

test("what can't be fetched or believed changes nothing, and is told", async () => {
  const before = await days();
  const tomorrow = new Date(Date.now() + 30 * 60 * 60 * 1000).toISOString().slice(0, 10);
  const wrong: [failed: string, answer: RequestListener][] = [
    ["the feed answered 503", (_, response) => response.writeHead(503).end(FEED)],
    [
      "the feed answered 302",
      (_, response) => response.writeHead(302, { location: "/elsewhere" }).end(),
    ],
    [
      "the feed is larger than it can be",
      (_, response) => response.end(FEED + " ".repeat(300 * 1024)),
    ],
    [
      "the feed is not the one of the European Central Bank",
      (_, response) => response.end("<html/>"),
    ],
    [
      `the feed's day is in the future: ${tomorrow}`,
      (_, response) => response.end(feedOf(tomorrow, "1.1")),
    ],
  ];
  for (const [failed, answer] of wrong) expect(await updateFrom(answer)).toEqual({ failed });
  expect(await updateFrom((request) => request.socket.destroy())).toHaveProperty("failed");
  expect(await days()).toEqual(before);
});

test("a quote is signed: what was changed in it opens no longer", async () => {
  const { ctx } = await createStore();
  const quote = await quoteRate(ctx(), { from: "USD", to: "JPY", amountCents: 1_000 });
  expect(openQuote(quote.quoteId)).toEqual({
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
    expect(openQuote(id), id).toBeNull();
  }
});
