import { describe, expect, test, vi } from "vitest";
import { db } from "@/lib/db/client/client";
import { Query } from "@/lib/db/client/query";
import { cardPins } from "@/lib/db/schema/cards";
import { freeze } from "@/lib/domain/cards/freeze";
import { pinColumns } from "@/lib/domain/cards/pin";
import { hasPins } from "@/lib/domain/wallet/wallet/check-balance";
import { place } from "@/lib/testing/holds";
import { outcomeOf, withoutRequestId } from "@/lib/testing/requests";
import { storeWithCardMaker, uniqueAddress, visitor } from "@/lib/testing/wallet";

const ask = (store: string, code: string, address = uniqueAddress()) =>
  visitor.post("/balance", { store, code }, { headers: { "x-forwarded-for": address } });

/** A store with a card: the store's slug and the card's code. */
async function storeWithCard(amountCents = 2_500) {
  const { id, card } = await storeWithCardMaker();
  return { slug: `store-${id}`, code: (await card(amountCents)).code };
}

const unknownCode = "2222-2222-2222-2222";

/** Runs `work` and counts its database queries. */
async function countingQueries(work: () => Promise<unknown>): Promise<number> {
  const sent = vi.spyOn(Query.prototype, "then");
  await work();
  const count = new Set(sent.mock.contexts).size;
  vi.restoreAllMocks();
  return count;
}

describe("the public balance", () => {
  test("is shown to anybody with the code, however typed, and is not cached", async () => {
    const { slug, code } = await storeWithCard(1_250);
    const answer = await ask(slug, code.toLowerCase().replaceAll("-", " "));
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      store: { name: "Test store", brandColor: null, logoUrl: null, termsUrl: null },
      balanceCents: 1_250,
      currency: "USD",
      status: "active",
    });
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.text).not.toContain(code);
  });

  test("says that a card is frozen, and what is available of it", async () => {
    const { id, ctx, card } = await storeWithCardMaker();
    const { id: cardId, code } = await card(1_250);
    const slug = `store-${id}`;
    expect((await ask(slug, code)).body).toMatchObject({ frozen: false, availableCents: 1_250 });
    await place(ctx, cardId, { amountCents: 200 });
    await freeze(ctx(), { cardId });
    expect((await ask(slug, code)).body).toMatchObject({
      status: "active",
      frozen: true,
      balanceCents: 1_250,
      availableCents: 1_050,
    });
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

  test("takes at least 150 ms, so that it doesn't tell what the look-up found", async () => {
    const { slug, code } = await storeWithCard();
    for (const [store, typed] of [
      [slug, code],
      [slug, unknownCode],
      ["no-such-store", code],
    ] as const) {
      const startedAtMs = performance.now();
      await ask(store, typed);
      expect(performance.now() - startedAtMs).toBeGreaterThanOrEqual(149);
    }
  });

  test("takes the same number of queries, whatever is asked for", async () => {
    const { slug, code } = await storeWithCard();
    // The first request of a process checks the database, too.
    await ask(slug, code);
    for (const [store, typed] of [
      [slug, unknownCode],
      ["no-such-store", code],
      ["no-such-store", "nonsense"],
    ] as const) {
      expect(await countingQueries(() => ask(store, typed))).toBe(4);
    }
  });

  test("is checked twenty times in 15 minutes at a store from one network, right codes included", async () => {
    const { slug, code } = await storeWithCard();
    const address = uniqueAddress();
    const right = await Promise.all(Array.from({ length: 10 }, () => ask(slug, code, address)));
    const guesses = await Promise.all(
      Array.from({ length: 10 }, (_, n) => ask(slug, `guess ${n}`, address)),
    );
    expect(right.every(({ status }) => status === 200)).toBe(true);
    expect(guesses.every(({ status }) => status === 404)).toBe(true);
    expect(await outcomeOf(ask(slug, code, address))).toBe("429 rate_limited");
    expect((await ask(slug, code)).status).toBe(200);
    // Another store is only closed by guesses at many stores.
    expect((await ask("no-such-store", code, address)).status).toBe(404);
    const elsewhere = Array.from({ length: 39 }, (_, n) => ask(`store-${n}`, code, address));
    await Promise.all(elsewhere);
    expect((await ask("one-more-store", code, address)).status).toBe(429);
  });

  test("is open to others, however many networks guess", async () => {
    const { slug, code } = await storeWithCard();
    for (let network = 0; network < 8; network++) {
      const guess = () => ask(slug, unknownCode, `203.0.113.${network}`);
      const guesses = await Promise.all(Array.from({ length: 20 }, guess));
      expect(guesses.every(({ status }) => status === 404)).toBe(true);
    }
    expect((await ask(slug, code)).status).toBe(200);
  });

  test("counts the addresses of one IPv6 network together", async () => {
    const { slug, code } = await storeWithCard();
    const from = (n: number) => `2001:db8:0:7::${n.toString(16)}`;
    await Promise.all(Array.from({ length: 20 }, (_, n) => ask(slug, unknownCode, from(n + 1))));
    expect((await ask(slug, code, from(21))).status).toBe(429);
    expect((await ask(slug, code, "2001:db8:0:8::1")).status).toBe(200);
  });
});

test("a store's page asks for a PIN once one of its cards has one", async () => {
  const { id: merchantId, card } = await storeWithCardMaker();
  const [first, other] = [await card(), await storeWithCardMaker()];
  expect(await hasPins(`store-${merchantId}`)).toBe(false);
  await db()
    .insert(cardPins)
    .values(pinColumns({ merchantId, id: first.id }, "4870"));
  expect(await hasPins(`store-${merchantId}`)).toBe(true);
  expect(await hasPins(`store-${other.id}`)).toBe(false);
  expect(await hasPins("no-such-store")).toBe(false);
});

test("a code without the PIN that its card has gets the response of a wrong code", async () => {
  const { id: merchantId, card } = await storeWithCardMaker();
  const { id, code } = await card();
  await db().insert(cardPins).values(pinColumns({ merchantId, id }, "4870"));
  const [needed, unknown] = [
    await ask(`store-${merchantId}`, code),
    await ask(`store-${merchantId}`, unknownCode),
  ];
  expect(withoutRequestId(needed.text)).toBe(withoutRequestId(unknown.text));
  expect([needed.status, unknown.status]).toEqual([404, 404]);
});

test("ten wrong PINs in a day lock a network out of a card, and fifty from many networks lock all", async () => {
  const { id: merchantId, card } = await storeWithCardMaker();
  const { id, code } = await card();
  await db().insert(cardPins).values(pinColumns({ merchantId, id }, "4870"));
  const askWith = (pin: string, address: string) => {
    const headers = { "x-forwarded-for": address };
    return outcomeOf(
      visitor.post("/balance", { store: `store-${merchantId}`, code, pin }, { headers }),
    );
  };
  const guess = async (address: string) => {
    for (let n = 0; n < 10; n++) expect(await askWith("0000", address)).toBe("404 not_found");
  };
  const [first, ...others] = Array.from({ length: 5 }, uniqueAddress);
  await guess(first ?? "");
  expect(await askWith("4870", first ?? "")).toBe("429 rate_limited");
  expect(await askWith("4870", uniqueAddress())).toBe("200");
  await Promise.all(others.map(guess));
  expect(await askWith("4870", uniqueAddress())).toBe("429 rate_limited");
});
