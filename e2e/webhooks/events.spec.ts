import type { Sql } from "postgres";
import { randomBy, SEED, scaled } from "@/lib/testing/random";
import type { Answer, ApiClient } from "../support/client";
import type { Received } from "../support/receiver";
import { expect, test } from "./test";

const TILL_COUNT = 6;
// A failure says the seed that repeats it, as TEST_SEED.
const CALLS_OF_EACH_TILL = scaled(10);
const CARD_COUNT = 12;

const SUBSCRIPTIONS = [
  ["card.activated", "card.balance_changed", "card.credited", "card.debited", "card.disabled"],
  ["card.balance_changed"],
  ["card.debited", "card.disabled"],
  ["card.activated", "card.reloaded", "card.credited"],
  ["card.transferred_in", "card.transferred_out"],
];

/** Random integers below a bound, repeated by the seed. */
function integersFrom(seed: number) {
  const random = randomBy(seed);
  return (below: number) => Math.floor(random() * below);
}

/** Makes random calls on shared cards as one API client; some succeed, some are refused. */
async function makeRandomCalls(api: ApiClient, cards: string[], random: (below: number) => number) {
  const answers: Answer[] = [];
  for (let call = 0; call < CALLS_OF_EACH_TILL; call++) {
    const uuid = cards[random(cards.length)];
    const amount = { amountCents: 1 + random(400) };
    const [path, body] = (
      [
        [`/cards/${uuid}/activate`, amount],
        [`/cards/${uuid}/debit`, amount],
        [`/cards/${uuid}/debit`, amount],
        [`/cards/${uuid}/credit`, amount],
        ["/cards/load", { cardUuid: uuid, ...amount }],
        ["/store-credit", { email: `person-${random(3)}@example.com`, currency: "USD", ...amount }],
        [`/cards/${uuid}/claim`, { email: `person-${random(3)}@example.com` }],
        ...(random(6) === 0 ? [[`/cards/${uuid}/disable`, {}] as const] : []),
      ] as const
    )[random(8)] ?? [`/cards/${uuid}/credit`, amount];
    const headers = { "Idempotency-Key": crypto.randomUUID() };
    const answer = await api.post(path, body, headers);
    answers.push(answer);
    // Sometimes repeat the request, as after a lost response.
    if (random(5) === 0) expect((await api.post(path, body, headers)).text).toBe(answer.text);
  }
  return answers;
}

/** Counts the subscribed event and webhook pairs that don't have exactly one delivery. */
async function countMissingOrRepeated(sql: Sql, merchantId: string): Promise<number> {
  const [row] = await sql`
    with wanted as (
      select e.id as event_id, w.id as webhook_id from events e
      join webhooks w on w.merchant_id = e.merchant_id and e.event = any(w.events)
      where e.merchant_id = ${merchantId}
    ), queued as (
      select event_id, webhook_id, count(*) from webhook_deliveries
      where merchant_id = ${merchantId} group by 1, 2
    )
    select count(*)::int from wanted full join queued using (event_id, webhook_id)
      where wanted is null or queued is null or queued.count <> 1`;
  return row?.count;
}

const eventIdOf = ({ body }: Received) => JSON.parse(body).id;

test("after any load every event arrives", async ({ api, receiver, subscribe, merchant, sql }) => {
  test.info().annotations.push({ type: "seed", description: String(SEED) });
  console.log(`Seed of the load: ${SEED} (TEST_SEED)`);
  const receivers = [];
  for (const events of SUBSCRIPTIONS) {
    const one = await receiver();
    receivers.push({ ...one, ...(await subscribe(one.url, [...events])) });
  }
  const cards: string[] = [];
  for (let n = 0; n < CARD_COUNT; n++) {
    cards.push((await api.post("/cards", { currency: "USD" })).body.uuid);
  }

  const answers = await Promise.all(
    Array.from({ length: TILL_COUNT }, (_, till) =>
      makeRandomCalls(api, cards, integersFrom(SEED + till)),
    ),
  );

  const statuses = answers.flat().map(({ status }) => status);
  expect(statuses.filter((status) => ![200, 400, 409].includes(status))).toEqual([]);
  expect(statuses).toContain(400);
  expect(statuses).toContain(200);
  expect(await countMissingOrRepeated(sql, merchant.merchantId), `seed ${SEED}`).toBe(0);

  for (const { id, received } of receivers) {
    const queued = await sql`select event_id from webhook_deliveries where webhook_id = ${id}`;
    await expect.poll(() => received.length).toBe(queued.length);
    expect(received.map(eventIdOf).sort()).toEqual(queued.map((row) => row.event_id).sort());
  }
  expect(receivers.map(({ overlaps }) => overlaps())).toEqual(SUBSCRIPTIONS.map(() => 0));
  expect(receivers.at(-1)?.received).toHaveLength(0);
});
