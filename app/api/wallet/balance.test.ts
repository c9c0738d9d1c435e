import { describe, expect, test, vi } from "vitest";
import { db, pg } from "@/lib/db/client";
import { useTestDatabase } from "@/lib/testing/database";
import { send } from "@/lib/testing/portal";
import { anyone, storeWithCards } from "@/lib/testing/wallet";
import { THROTTLES } from "@/lib/throttle/throttle";
import * as balance from "./balance/route";

useTestDatabase();

const ask = (store: string, code: string, address = anyone()) =>
  send(balance, "POST", { body: { store, code }, headers: { "x-forwarded-for": address } });

const slugged = async () => {
  const store = await storeWithCards();
  return { ...store, slug: `store-${store.id}` };
};

const wellFormed = "2222-2222-2222-2222";

describe("the public balance", () => {
  test("is told to who has the code, however it is typed, and not kept by any cache", async () => {
    const store = await slugged();
    const { code } = await store.card(1_250);
    const answer = await ask(store.slug, code.toLowerCase().replaceAll("-", " "));
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      storeName: "Test store",
      balanceCents: 1_250,
      currency: "USD",
      status: "active",
    });
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.text).not.toContain(code);
  });

  test("answers a wrong code, a malformed one, another store's and an unknown store alike", async () => {
    const [here, there] = [await slugged(), await slugged()];
    const { code } = await here.card();
    const foreign = await there.card();
    const answers = await Promise.all([
      ask(here.slug, wellFormed),
      ask(here.slug, "nonsense"),
      ask(here.slug, foreign.code),
      ask("no-such-store", code),
      ask("no-such-store", wellFormed),
    ]);
    const seen = answers.map(({ status, text, headers }) => {
      const names = [...headers.keys()].sort().join();
      return `${status} ${names} ${text.replace(/req_[0-9a-f-]+/, "")}`;
    });
    expect(new Set(seen).size).toBe(1);
    expect(answers[0]?.status).toBe(404);
  });

  test("takes the same time for right and wrong codes of unknown stores", async () => {
    const store = await slugged();
    const { code } = await store.card();
    const timed = async (slug: string, typed: string) => {
      const start = performance.now();
      await ask(slug, typed);
      return performance.now() - start;
    };
    const samples: Record<string, number[]> = { right: [], wrong: [], foreign: [] };
    for (let round = 0; round < 15; round++) {
      samples.right?.push(await timed("no-such-store", code));
      samples.wrong?.push(await timed("no-such-store", wellFormed));
      samples.foreign?.push(await timed(store.slug, wellFormed));
    }
    const medians = Object.values(samples).map((times) => times.sort((a, b) => a - b)[7] ?? 0);
    // The answer waits for the clock, not for what the look-up found.
    expect(Math.min(...medians)).toBeGreaterThanOrEqual(149);
    expect(Math.max(...medians) - Math.min(...medians)).toBeLessThan(40);
  });

  test("is found by one and the same number of queries, whatever is asked", async () => {
    const store = await slugged();
    const { code } = await store.card();
    const lookUps = (slug: string, typed: string) => countingQueries(() => ask(slug, typed));
    const counts = [
      await lookUps(store.slug, wellFormed),
      await lookUps("no-such-store", code),
      await lookUps("no-such-store", "nonsense"),
    ];
    expect(counts).toEqual([4, 4, 4]);
  });

  test("is guessed ten times in 15 minutes from one address, right codes not counted", async () => {
    const store = await slugged();
    const { code } = await store.card();
    const address = anyone();
    await Promise.all(Array.from({ length: 10 }, () => ask(store.slug, code, address)));
    const guesses = await Promise.all(
      Array.from({ length: 10 }, (_, n) => ask(store.slug, `guess ${n}`, address)),
    );
    expect(guesses.every(({ status }) => status === 404)).toBe(true);
    const refused = await ask(store.slug, code, address);
    expect([refused.status, refused.body.error]).toEqual([429, "rate_limited"]);
    expect((await ask("no-such-store", code, address)).status).toBe(429);
    expect((await ask(store.slug, code)).status).toBe(200);
  });

  test("is guessed 500 times an hour from everywhere together: a million take twelve weeks", async () => {
    const store = await slugged();
    const { max, windowMs } = THROTTLES["balance-everywhere"];
    const weeks = (1_000_000 / max) * (windowMs / (7 * 24 * 60 * 60 * 1_000));
    expect(weeks).toBeGreaterThan(11);
    await ask(store.slug, wellFormed);
    // Calls of everybody stand under one subject, whatever the address.
    await pg()`update rate_limits set hits = array(select now() - interval '1 minute'
      from generate_series(1, ${max - 1})) where bucket = 'balance-everywhere'`;
    expect((await ask(store.slug, wellFormed)).status).toBe(404);
    expect((await ask(store.slug, wellFormed)).status).toBe(429);
    await pg()`delete from rate_limits where bucket = 'balance-everywhere'`;
  });

  test.each([
    ["store", { code: wellFormed }],
    ["code", { store: "a-store" }],
    ["code", { store: "a-store", code: "x".repeat(65) }],
    ["email", { store: "a-store", code: wellFormed, email: "ada@example.com" }],
  ])("is refused without what it needs, %s: 400", async (path, body) => {
    const answer = await send(balance, "POST", { body });
    expect([answer.status, answer.body.fields[0].path]).toEqual([400, path]);
  });
});

/** Runs `work` and counts the queries that it sends to the database. */
async function countingQueries(work: () => Promise<unknown>): Promise<number> {
  const sent = (["select", "execute", "update"] as const).map((verb) => vi.spyOn(db(), verb));
  await work();
  const count = sent.reduce((sum, spy) => sum + spy.mock.calls.length, 0);
  vi.restoreAllMocks();
  return count;
}
