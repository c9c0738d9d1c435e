import { expect } from "@playwright/test";
import { tally } from "@/lib/testing/api/expectations";
import { apiClient } from "../support/client";
import { runScrip } from "../support/run-scrip-command";
import { makeKey } from "../support/store";
import { test } from "../support/test";

const atOnce = <T>(count: number, call: () => Promise<T>) =>
  Promise.all(Array.from({ length: count }, call));

test("one Idempotency-Key moves money once, whichever instances it reaches @instances", async ({
  activeCard,
  api,
}) => {
  const { uuid } = await activeCard({ amountCents: 1_000 });
  const headers = { "Idempotency-Key": crypto.randomUUID() };
  const answers = await atOnce(12, () =>
    api.post(`/cards/${uuid}/debit`, { amountCents: 300 }, headers),
  );

  expect(tally(answers)).toEqual({ "200": 12 });
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(answers.filter(({ headers }) => !headers.has("idempotent-replayed"))).toHaveLength(1);
  expect((await api.get(`/cards/${uuid}/balance`)).body.balanceCents).toBe(700);
});

test("debits through several instances never overdraw @instances", async ({ activeCard, api }) => {
  const { uuid } = await activeCard({ amountCents: 10 });
  const answers = await atOnce(20, () => api.post(`/cards/${uuid}/debit`, { amountCents: 1 }));

  expect(tally(answers)).toEqual({ "200": 10, "400 insufficient_balance": 10 });
  const { code, body } = await runScrip("ledger", "verify");
  expect({ code, problems: body.problems }).toEqual({ code: 0, problems: [] });
});

test("a limit counts the calls to all instances @instances", async ({ merchant, sql }) => {
  const { id, secret } = await makeKey(merchant.merchantId, { limited: true });
  await sql`insert into rate_limits (subject, bucket, hits) select ${`key:${id}`}, 'create',
    array(select clock_timestamp() from generate_series(1, 40))`;
  const till = apiClient(secret);
  const answers = await atOnce(12, () => till.post("/cards", { currency: "USD" }));
  expect(tally(answers)).toEqual({ "201": 10, "429 rate_limited": 2 });
});

test("a cursor that one instance made leads on at the other @instances", async ({
  activeCard,
  api,
}) => {
  for (let n = 0; n < 4; n++) await activeCard({ amountCents: 100 });
  const pages = [];
  for (let cursor = ""; pages.length < 4; ) {
    const { body } = await api.get(`/cards?limit=1${cursor}`);
    pages.push(body.cards[0].uuid);
    cursor = `&cursor=${body.nextCursor}`;
  }
  expect(new Set(pages).size).toBe(4);
});
