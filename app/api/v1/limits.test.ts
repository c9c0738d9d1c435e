import { expect } from "vitest";
import type { Answer } from "@/e2e/support/client";
import type { pg } from "@/lib/db/client/client";
import { expectRefusal, expectStatus, tally } from "@/lib/testing/api/expectations";
import { type Key, test } from "@/lib/testing/api/test";

const times = <T>(count: number, call: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => call(index)));

const email = "ada@example.com";

/** Uses up a key's rate limit, as if it had just made this many requests. */
const useUpLimit = (sql: ReturnType<typeof pg>, keyId: string, bucket: string, calls: number) =>
  sql`insert into rate_limits (subject, bucket, hits) select ${`key:${keyId}`}, ${bucket},
    array(select clock_timestamp() from generate_series(1, ${calls}::int))
    on conflict (subject, bucket) do update set hits = excluded.hits`;

type CreateCard = () => Promise<{ uuid: string; code: string }>;

/** What each published limit counts, with a request that it allows. */
const LIMITS: {
  title: string;
  bucket: string;
  max: number;
  seconds: number;
  call: (key: Key, card: { uuid: string }, index: number, newCard: CreateCard) => Promise<Answer>;
}[] = [
  {
    title: "50 cards are created in a minute, and no more",
    bucket: "create",
    max: 50,
    seconds: 60,
    call: ({ till }) => till.post("/cards", { currency: "USD" }),
  },
  {
    title: "10 batches are created in a minute, and no more",
    bucket: "batch",
    max: 10,
    seconds: 60,
    call: ({ till }) =>
      till.post("/batches", { name: "Spring", quantity: 1, currency: "USD", cardType: "digital" }),
  },
  {
    title: "20 cards are activated in a minute, and no more; loads that activate count too",
    bucket: "activate",
    max: 20,
    seconds: 60,
    call: async ({ till }, _card, index, newCard) => {
      const { uuid, code } = await newCard();
      if (index % 2) return till.post(`/cards/${uuid}/activate`, { amountCents: 100 });
      return till.post("/cards/load", { code, amountCents: 100 });
    },
  },
  {
    title:
      "50 debits, credits, loads, redemptions by code and holds together happen in a minute, and no more",
    bucket: "money",
    max: 50,
    seconds: 60,
    call: ({ till }, { uuid }, index) => {
      const amountCents = 1;
      const verbs = ["load", "debit", "credit", "redeem", "holds"];
      const verb = verbs[index % verbs.length];
      if (verb === "load" || verb === "redeem") {
        return till.post(`/cards/${verb}`, { cardUuid: uuid, amountCents });
      }
      return till.post(`/cards/${uuid}/${verb}`, { amountCents });
    },
  },
  {
    title: "100 store credits are issued in an hour, and no more",
    bucket: "store-credit",
    max: 100,
    seconds: 3_600,
    call: ({ till }) => till.post("/store-credit", { email, amountCents: 1, currency: "USD" }),
  },
];

for (const { title, bucket, max, seconds, call } of LIMITS) {
  test(`${title}`, async ({ activeCard, makeKey, newCard, sql }) => {
    const key = await makeKey({ limited: true });
    const card = await activeCard({ amountCents: 1_000 });
    const callOnce = (index: number) => call(key, card, index, newCard);

    const first = await callOnce(1);
    expect(first.headers.get("ratelimit-policy")).toBe(`"${bucket}";q=${max};w=${seconds}`);
    expect(first.headers.get("ratelimit")).toBe(`"${bucket}";r=${max - 1};t=${seconds}`);
    // In rounds of 20, because they all wait for the same row.
    const answers: Awaited<ReturnType<typeof callOnce>>[] = [];
    while (answers.length < max + 9)
      answers.push(...(await times(Math.min(20, max + 9 - answers.length), callOnce)));

    const refused = answers.filter(({ status }) => status === 429);
    expect(refused, JSON.stringify(tally(answers))).toHaveLength(10);
    for (const answer of refused) {
      expectRefusal(answer, 429, "rate_limited");
      const waitSeconds = Number(answer.headers.get("retry-after"));
      expect(waitSeconds).toBeGreaterThan(0);
      expect(waitSeconds).toBeLessThanOrEqual(seconds);
      expect(answer.headers.get("ratelimit")).toMatch(new RegExp(`"${bucket}";r=0;t=\\d+$`));
    }

    await sql`update rate_limits set hits[1] = hits[1] - ${seconds} * interval '1 second'
      where subject = ${`key:${key.id}`} and bucket = ${bucket}`;
    expectStatus(await callOnce(1), first.status);
    expectRefusal(await callOnce(1), 429, "rate_limited");
  });
}

test("reading has no limit but 32 at a time", async ({ activeCard, makeKey }) => {
  const { till } = await makeKey({ limited: true });
  const { uuid, code } = await activeCard({ amountCents: 100 });
  for (const read of [
    () => till.get("/cards"),
    () => till.get(`/cards/${uuid}`),
    () => till.get(`/cards/${uuid}/balance`),
    () => till.get("/transactions"),
    () => till.post("/cards/lookup", { code }),
  ]) {
    const answers = [...(await times(28, read)), ...(await times(27, read))];
    expect(tally(answers)).toEqual({ "200": 55 });
    expect(answers[0]?.headers.has("ratelimit")).toBe(false);
  }
});

test("bad requests and replays cost nothing", async ({ activeCard, makeKey, sql }) => {
  const { id, till } = await makeKey({ limited: true });
  const { uuid } = await activeCard({ amountCents: 100 });
  const debit = (amountCents: unknown, headers?: Record<string, string>) =>
    till.post(`/cards/${uuid}/debit`, { amountCents }, headers);
  const remaining = ({ headers }: Answer) => headers.get("ratelimit")?.match(/r=(\d+)/)?.[1];
  const key = { "Idempotency-Key": crypto.randomUUID() };

  expect(remaining(await debit(1, key))).toBe("49");
  await debit("5");
  await debit(1, { "Idempotency-Key": "not valid" });
  expect((await debit(1, key)).headers.get("idempotent-replayed")).toBe("true");
  const refused = await debit(1_000);
  expectRefusal(refused, 400, "insufficient_balance", ["balanceCents"]);
  expect(remaining(refused)).toBe("48");
  expect(remaining(await debit(1))).toBe("47");
  await useUpLimit(sql, id, "money", 50);
  expectRefusal(await debit(1), 429, "rate_limited");
  expect((await debit(1, key)).headers.get("idempotent-replayed")).toBe("true");
});

test("limits are per key", async ({ makeKey, sql }) => {
  const [full, fresh] = await Promise.all([makeKey({ limited: true }), makeKey({ limited: true })]);
  await useUpLimit(sql, full.id, "create", 50);

  const wanted = { currency: "USD" };
  expectRefusal(await full.till.post("/cards", wanted), 429, "rate_limited");
  expectStatus(await fresh.till.post("/cards", wanted), 201);
});
