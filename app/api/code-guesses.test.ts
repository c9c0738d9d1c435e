import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { pg } from "@/lib/db/client/client";
import { auditOf, storeWithPeople } from "@/lib/testing/portal";
import { type Caller, outcomeOf } from "@/lib/testing/requests";
import { sourceFiles } from "@/lib/testing/sources";

/** Requests of a caller of the store that can tell a code from another text, with the outcome for a wrong one. */
const REQUESTS: [name: string, ask: (caller: Caller, code: string) => unknown, wrong: string][] = [
  ["a lookup", ({ post }, code) => post("/api/v1/cards/lookup", { code }), "404 not_found"],
  [
    "a top-up",
    ({ post }, code) => post("/api/v1/cards/load", { code, amountCents: 25, currency: "USD" }),
    "404 not_found",
  ],
  [
    "a redemption",
    ({ post }, code) => post("/api/v1/cards/redeem", { code, amountCents: 25 }),
    "404 not_found",
  ],
  ["a search", ({ post }, term) => post("/search", { term }), "200"],
];

type Answer = Parameters<typeof outcomeOf>[0];

const hitsOf = async () => [
  ...(await pg()`select cardinality(hits) as hits from rate_limits where bucket = 'lookup-code'`),
];

test.each(REQUESTS)(
  "%s counts a wrong code and no right one; over the limit it is refused and in the audit log",
  async (_, ask, wrong) => {
    await pg()`delete from rate_limits`;
    const { owner, card, merchantId } = await storeWithPeople();
    const { code } = await card({ amountCents: 5_000 });
    const send = (text: string) => outcomeOf(ask(owner, text) as Answer);
    expect(await send("7Q2M-9XWP-4RTB-HC3F")).toBe(wrong);
    expect(await send("OTHER2207")).toBe(wrong);
    expect(await send(code)).toBe("200");
    expect(await hitsOf()).toEqual([{ hits: 2 }]);

    await pg()`update rate_limits
      set hits = hits || array(select statement_timestamp() from generate_series(1, 298))
      where bucket = 'lookup-code'`;
    for (const text of [code, "OTHER2207"]) expect(await send(text)).toBe("429 rate_limited");
    expect(await auditOf(merchantId, "cards.codes_guessed")).toMatchObject([
      { actor: `user:${owner.userId}`, details: { wrongCodes: 300 } },
    ]);
  },
);

test("a search for 4 characters that aren't a code counts as a wrong one, also if they end a card's code", async () => {
  await pg()`delete from rate_limits`;
  const { owner, card } = await storeWithPeople();
  const { code } = await card({ amountCents: 900 });
  const term = code.slice(-4);
  const { body } = await owner.post("/search", { term });
  expect([body.search, await hitsOf()]).toEqual([term, [{ hits: 1 }]]);
});

test("a term that is a transaction's reference, or can't be a code, is no guess", async () => {
  await pg()`delete from rate_limits`;
  const { owner, card } = await storeWithPeople();
  const { id } = await card({ amountCents: 900 });
  const paid = { amountCents: 100, referenceId: "ORDER7731" };
  expect((await owner.post(`/api/v1/cards/${id}/debit`, paid)).status).toBe(200);
  for (const term of ["ORDER7731", "invoice #7731", id]) {
    expect(await outcomeOf(owner.post("/search", { term }))).toBe("200");
  }
  expect(await hitsOf()).toEqual([]);
});

test("replacing a card with a code that another card has counts like a guess", async () => {
  await pg()`delete from rate_limits`;
  const { owner, card } = await storeWithPeople();
  const [lost, other] = [await card({ amountCents: 500 }), await card({ amountCents: 500 })];
  const replaced = owner.post(`/api/v1/cards/${lost.id}/replace`, { code: other.code });
  expect(await outcomeOf(replaced)).toBe("400 invalid_request code");
  expect(await hitsOf()).toEqual([{ hits: 1 }]);
});

test("a check of a file with codes of existing cards is in the audit log", async () => {
  const { owner, card, merchantId } = await storeWithPeople();
  const file = (code: string) => ({ csv: `code,balance\n${code},7`, currency: "USD" });
  await owner.post("/batches/import/check", file("NEWCODE88"));
  expect(await auditOf(merchantId, "cards.codes_matched")).toEqual([]);
  await owner.post("/batches/import/check", file((await card({ amountCents: 500 })).code));
  expect(await auditOf(merchantId, "cards.codes_matched")).toMatchObject([
    { actor: `user:${owner.userId}`, details: { cards: 1 } },
  ]);
});

/** Files that compare codes, and count nothing themselves. */
const UNCOUNTED: Record<string, string> = {
  "lib/domain/cards/code.ts": "defines the hashes",
  "lib/domain/cards/find.ts": "finds for those that count",
  "lib/domain/batches/slices.ts": "stores codes that a check allowed",
  "lib/cli/rotate-secrets.ts": "hashes the codes of all cards again",
  "lib/domain/batches/import/check.ts": "limits checks, and audits those that match",
};
const COUNTS = /\b(limitCardCodes|limitGuesses|pinGuesses)\(/;

test("whatever compares codes with those of cards counts wrong ones", () => {
  const comparing = sourceFiles().filter(
    (file) =>
      /^(app|lib)\/(?!testing\/|demo\/)/.test(file) &&
      !file.endsWith(".test.ts") &&
      /(odeHmacs?|findCardByCode)\(/.test(readFileSync(file, "utf8")),
  );
  expect(comparing.length).toBeGreaterThan(8);
  const uncounted = comparing.filter((file) => !COUNTS.test(readFileSync(file, "utf8")));
  expect(uncounted.filter((file) => !(file in UNCOUNTED))).toEqual([]);
});
