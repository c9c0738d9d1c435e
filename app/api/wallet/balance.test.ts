import { describe, expect, test, vi } from "vitest";
import { db, pg } from "@/lib/db/client";
import { THROTTLES } from "@/lib/limits/attempt-limits";
import { outcomeOf, withoutRequestId } from "@/lib/testing/requests";
import { storeWithCardMaker, uniqueEmail, visitor } from "@/lib/testing/wallet";

const ask = (store: string, code: string, address = uniqueEmail()) =>
  visitor.post("/balance", { store, code }, { headers: { "x-forwarded-for": address } });

/** A store with a card: the store's slug and the card's code. */
async function storeWithCard(amountCents = 2_500) {
  const { id, card } = await storeWithCardMaker();
  return { slug: `store-${id}`, code: (await card(amountCents)).code };
}

const unknownCode = "2222-2222-2222-2222";

/** Runs `work` and counts its database queries. */
async function countingQueries(work: () => Promise<unknown>): Promise<number> {
  const sent = (["select", "execute", "update"] as const).map((verb) => vi.spyOn(db(), verb));
  await work();
  const count = sent.reduce((sum, spy) => sum + spy.mock.calls.length, 0);
  vi.restoreAllMocks();
  return count;
}

describe("the public balance", () => {
  test("is shown to anybody with the code, however typed, and is not cached", async () => {
    const { slug, code } = await storeWithCard(1_250);
    const answer = await ask(slug, code.toLowerCase().replaceAll("-", " "));
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

  test("is the same 404 for a wrong or malformed code, another store's and an unknown store's", async () => {
    const [here, there] = [await storeWithCard(), await storeWithCard()];
    const answers = await Promise.all([
      ask(here.slug, unknownCode),
      ask(here.slug, "nonsense"),
      ask(here.slug, there.code),
      ask("no-such-store", here.code),
      ask("no-such-store", unknownCode),
    ]);
    const seen = answers.map(({ status, text, headers }) => {
      const names = [...headers.keys()].sort().join();
      return `${status} ${names} ${withoutRequestId(text)}`;
    });
    expect(new Set(seen).size).toBe(1);
    expect(answers[0]?.status).toBe(404);
  });

  test("takes the same time for right and wrong codes of unknown stores", async () => {
    const { slug, code } = await storeWithCard();
    const medianMs = async (store: string, typed: string) => {
      const times: number[] = [];
      for (let round = 0; round < 5; round++) {
        const startedAtMs = performance.now();
        await ask(store, typed);
        times.push(performance.now() - startedAtMs);
      }
      return times.sort((a, b) => a - b)[2] ?? 0;
    };
    const medians = [
      await medianMs("no-such-store", code),
      await medianMs("no-such-store", unknownCode),
      await medianMs(slug, unknownCode),
    ];
    // The response time is fixed and doesn't depend on what the lookup found.
    expect(Math.min(...medians)).toBeGreaterThanOrEqual(149);
    expect(Math.max(...medians) - Math.min(...medians)).toBeLessThan(40);
  });

  test("takes the same number of queries, whatever is asked for", async () => {
    const { slug, code } = await storeWithCard();
    for (const [store, typed] of [
      [slug, unknownCode],
      ["no-such-store", code],
      ["no-such-store", "nonsense"],
    ] as const) {
      expect(await countingQueries(() => ask(store, typed))).toBe(4);
    }
  });

  test("is guessed ten times in 15 minutes from one address; right codes don't count", async () => {
    const { slug, code } = await storeWithCard();
    const address = uniqueEmail();
    await Promise.all(Array.from({ length: 10 }, () => ask(slug, code, address)));
    const guesses = await Promise.all(
      Array.from({ length: 10 }, (_, n) => ask(slug, `guess ${n}`, address)),
    );
    expect(guesses.every(({ status }) => status === 404)).toBe(true);
    expect(await outcomeOf(ask(slug, code, address))).toBe("429 rate_limited");
    expect((await ask("no-such-store", code, address)).status).toBe(429);
    expect((await ask(slug, code)).status).toBe(200);
  });

  test("is guessed 500 times an hour from all addresses together: a million guesses take twelve weeks", async () => {
    const { slug } = await storeWithCard();
    const { max, windowMs } = THROTTLES["balance-everywhere"];
    const weeks = (1_000_000 / max) * (windowMs / (7 * 24 * 60 * 60 * 1_000));
    expect(weeks).toBeGreaterThan(11);
    await ask(slug, unknownCode);
    // All IP addresses share one counter of wrong codes.
    await pg()`update rate_limits set hits = array(select now() - interval '1 minute'
      from generate_series(1, ${max - 1})) where bucket = 'balance-everywhere'`;
    expect((await ask(slug, unknownCode)).status).toBe(404);
    expect((await ask(slug, unknownCode)).status).toBe(429);
    await pg()`delete from rate_limits where bucket = 'balance-everywhere'`;
  });
});
