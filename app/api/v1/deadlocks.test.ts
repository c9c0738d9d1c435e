import { expect } from "vitest";
import type { Answer, ApiClient } from "@/e2e/support/client";
import { expectEach } from "@/lib/testing/api/each";
import { type Operation, operations } from "@/lib/testing/api/operations";
import { callerOf, openStore } from "@/lib/testing/api/store";
import { perform, test } from "@/lib/testing/api/test";
import { deadlocks } from "@/lib/testing/deadlocks";
import { atOnce } from "@/lib/testing/ledger-fixtures";
import { randomBy, SEED, scaled, shuffle } from "@/lib/testing/random";
import { newKey } from "@/lib/testing/store";
import { uniqueEmail } from "@/lib/testing/wallet";

const BURST = 15;
const changes = operations.filter(
  ({ method, spec }) => method !== "GET" && !spec.scope?.endsWith(":read"),
);

/** Two keys of a store that are limited in requests and amounts, as high as a key can be. */
async function limitedKeys(ctx: Awaited<ReturnType<typeof openStore>>["ctx"]): Promise<string[]> {
  const limits = { limitPerWindow: 1_000, maxDayInCents: 10_000_000, maxDayOutCents: 10_000_000 };
  const made = await Promise.all([newKey(ctx(), limits), newKey(ctx(), limits)]);
  return made.map(({ secret }) => secret);
}

const pick = <T>(items: readonly T[], n: number): T => items[n % items.length] as T;

test("bursts of each change, by keys with limits, do not deadlock", async ({ cardFor }) => {
  const burst = async (operation: Operation) => {
    const { ctx, tills } = await openStore();
    const keys = await limitedKeys(ctx);
    const [one, two] = [await cardFor(operation, tills.A), await cardFor(operation, tills.A)];
    const answers = await atOnce(BURST, (n) =>
      perform(operation, n % 3 ? one : two, { key: pick(keys, n) }),
    );
    const failed = answers.filter(({ status }) => status >= 500);
    expect(failed.map(({ text }) => text)).toEqual([]);
  };
  await expectEach(changes, burst, 1);
  expect(await deadlocks()).toBe(0);
});

/** Changes that can bring in a person, of a card that was made before. */
const FOR_A_PERSON: ((till: ApiClient, card: string, email: string) => Promise<Answer>)[] = [
  (till, _card, email) => till.post("/store-credit", { email, amountCents: 500, currency: "USD" }),
  (till, card, email) => till.post(`/cards/${card}/claim`, { email }),
  (till, card, email) =>
    till.post(`/cards/${card}/activate`, { amountCents: 500, consumerEmail: email }),
  (till, card) => till.post(`/cards/${card}/debit`, { amountCents: 5 }),
];

const EXPECTED_REFUSALS = [
  "card_already_active",
  "card_already_claimed",
  "card_not_active",
  "insufficient_balance",
];

test("bursts of changes for new people, on new cards, by keys with limits, do not deadlock", async ({
  sql,
}) => {
  console.log(`seed ${SEED} (TEST_SEED)`);
  const random = randomBy(SEED);
  const { ctx, tills, merchantId } = await openStore();
  const keys = (await limitedKeys(ctx)).map(callerOf);
  for (let round = 0; round < scaled(6); round++) {
    const emails = [uniqueEmail(), uniqueEmail()];
    const created = await atOnce(3, () => tills.A.post("/cards", { currency: "USD" }));
    const cards = created.map(({ body }) => body.uuid as string);
    const calls = Array.from({ length: 4 * BURST }, (_, n) => () => {
      const change = pick(FOR_A_PERSON, n);
      return change(pick(keys, n >> 2), pick(cards, n >> 3), pick(emails, n >> 4));
    });
    const answers = await Promise.all(shuffle(random, calls).map((call) => call()));
    const broken = answers.filter(
      ({ status, body }) => status >= 400 && !EXPECTED_REFUSALS.includes(body.error),
    );
    expect(broken.map(({ text }) => text)).toEqual([]);
  }
  const [row] = await sql`select count(distinct (consumer_id, currency))::int as wallets,
    count(*)::int as rows from wallets where merchant_id = ${merchantId}`;
  expect(row).toEqual({ wallets: 2 * scaled(6), rows: 2 * scaled(6) });
  expect(await deadlocks()).toBe(0);
});
