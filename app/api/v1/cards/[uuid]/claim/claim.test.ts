import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { ApiShape } from "@/lib/base/context";
import { newId } from "@/lib/base/ids";
import { db, pg } from "@/lib/db/client/client";
import { cardPins } from "@/lib/db/schema/cards";
import { pinColumns } from "@/lib/domain/cards/pin";
import { outcomeOf, withoutRequestId } from "@/lib/testing/requests";
import { callerWithKey } from "@/lib/testing/store";
import {
  consumerWithWallet,
  mailsTo,
  storeWithCardMaker,
  uniqueAddress,
  uniqueEmail,
} from "@/lib/testing/wallet";

const SHAPES: ApiShape[] = ["A", "B"];

/** A store with an API key in this response format, which sends requests from its own IP address. */
async function storeWithKey(shape: ApiShape) {
  const store = await storeWithCardMaker();
  const { post } = await callerWithKey(store.ctx(), { shape });
  const address = uniqueAddress();
  const claim = (uuid: string, body?: object, headers: Record<string, string> = {}) =>
    post(`/cards/${uuid}/claim`, body, { headers: { "x-forwarded-for": address, ...headers } });
  return { ...store, claim };
}

/** A consumer with a token, and the header in which a shop sends it. */
async function consumer() {
  const person = await consumerWithWallet();
  const { secret, token } = (await person.post("/tokens", { name: "Shop", days: 30 })).body;
  return { ...person, tokenId: token.id, presented: { "scrip-consumer": `Bearer ${secret}` } };
}

const ownerOf = async (id: string) =>
  (
    await pg()`select c.email from cards left join consumers c on c.id = owner_id
    where cards.id = ${id}`
  )[0]?.email;

describe("a claim with a consumer's token", () => {
  test("without a body, or with the card's code, makes the card theirs, without a mail", async () => {
    const { card, claim } = await storeWithKey("A");
    const ada = await consumer();
    const [first, second] = [await card(), await card(1_000)];
    const answer = await claim(first.id, undefined, ada.presented);
    expect(answer.status).toBe(200);
    const claimed = { uuid: first.id, ownerEmail: ada.email, balanceCents: 2_500 };
    expect(answer.body).toMatchObject({ ...claimed, status: "active" });
    const claimCode = second.code.toLowerCase().replaceAll("-", " ");
    expect((await claim(second.id, { claimCode }, ada.presented)).status).toBe(200);
    expect(await ownerOf(second.id)).toBe(ada.email);
    expect(await mailsTo(ada.email)).toEqual([]);
  });

  test("again by the same consumer is a 200 without a mail, by another a 409", async () => {
    const { card, claim } = await storeWithKey("A");
    const [ada, eve] = [await consumer(), await consumer()];
    const { id } = await card();
    const first = await claim(id, {}, ada.presented);
    const again = await claim(id, {}, ada.presented);
    expect([again.status, again.text]).toEqual([200, first.text]);
    expect(await outcomeOf(claim(id, {}, eve.presented))).toBe("409 card_already_claimed");
    expect(await outcomeOf(claim(id, { email: eve.email }))).toBe("409 card_already_claimed");
    expect(await ownerOf(id)).toBe(ada.email);
  });

  test("without token or email is a 400 that says what to send", async () => {
    const { card, claim } = await storeWithKey("A");
    const { id, code } = await card();
    for (const body of [undefined, {}, { claimCode: code }]) {
      const answer = await claim(id, body);
      expect(await outcomeOf(answer)).toMatch(/^400 invalid_request/);
      expect(answer.body.message).toContain("Scrip-Consumer: Bearer <token>");
    }
    expect(await ownerOf(id)).toBeNull();
  });

  test.each(SHAPES)(
    "with a wrong, revoked or expired token is a 401, whatever else is sent (Shape %s)",
    async (shape) => {
      const { card, claim } = await storeWithKey(shape);
      const [ada, late] = [await consumer(), await consumer()];
      const { id } = await card();
      await ada.post(`/tokens/${ada.tokenId}/revoke`);
      await pg()`update consumer_tokens set expires_at = now() where id = ${late.tokenId}`;
      const wrong = [
        ada.presented,
        late.presented,
        { "scrip-consumer": "Bearer scrip_consumer_made-up" },
        { "scrip-consumer": "nonsense" },
        { "scrip-consumer": "" },
        // The wallet's session cookie isn't a consumer token.
        { "scrip-consumer": `Bearer ${late.token}` },
      ];
      for (const header of wrong) {
        for (const body of [undefined, { email: ada.email }, { email: 5 }]) {
          expect(await outcomeOf(claim(id, body, header))).toBe("401 consumer_unauthorized");
        }
      }
      expect(await ownerOf(id)).toBeNull();
    },
  );

  test.each(SHAPES)(
    "and an email must name the same person: then they are invited (Shape %s)",
    async (shape) => {
      const { card, claim } = await storeWithKey(shape);
      const ada = await consumer();
      const { id } = await card();
      const refused = claim(id, { email: uniqueEmail() }, ada.presented);
      expect(await outcomeOf(refused)).toBe("400 invalid_request email");
      expect(await ownerOf(id)).toBeNull();
      const taken = await claim(id, { email: ada.email.toUpperCase() }, ada.presented);
      expect(taken.status).toBe(200);
      expect(await mailsTo(ada.email)).toMatchObject([{ template: "card_invitation" }]);
    },
  );

  test("with a code that is unknown, another card's or another store's is the same 404", async () => {
    const [{ card, claim }, other] = [await storeWithKey("A"), await storeWithCardMaker()];
    const ada = await consumer();
    const { id } = await card();
    const texts: string[] = [];
    for (const { code } of [{ code: "2222-2222-2222-2222" }, await card(), await other.card()]) {
      const answer = await claim(id, { claimCode: code }, ada.presented);
      expect(await outcomeOf(answer)).toBe("404 not_found");
      texts.push(withoutRequestId(answer.text));
    }
    expect(new Set(texts).size).toBe(1);
    const foreign = await other.card();
    const absent = claim(foreign.id, { claimCode: foreign.code }, ada.presented);
    expect(await outcomeOf(absent)).toBe("404 not_found");
  });

  test("of a card that is not active is a 400, even when it is their own", async () => {
    const { card, claim } = await storeWithKey("A");
    const ada = await consumer();
    const { id, code } = await card(2_500, ada.email);
    await pg()`update cards set status = 'disabled' where id = ${id}`;
    for (const body of [undefined, { claimCode: code }, { email: ada.email }]) {
      expect(await outcomeOf(claim(id, body, ada.presented))).toBe("400 card_not_active");
    }
  });
});

test("Shape B's claim requires email, whatever else is sent, and the card's own code if there is one", async () => {
  const { card, claim } = await storeWithKey("B");
  const ada = await consumer();
  const { id, code } = await card();
  for (const body of [undefined, {}, { claimCode: code }]) {
    for (const headers of [{}, ada.presented]) {
      const { status, body: answer } = await claim(id, body, headers);
      expect([status, answer.message]).toEqual([400, "email: is required"]);
    }
  }
  expect(await ownerOf(id)).toBeNull();
  const wrong = { email: ada.email, claimCode: (await card()).code };
  expect(await outcomeOf(claim(id, wrong))).toBe("404 not_found");
  const claimed = await claim(id, { email: ada.email, claimCode: code }, ada.presented);
  expect(claimed.body).toMatchObject({ uuid: id, email: ada.email, balanceCents: 2_500 });
});

describe("guesses at a card's code", () => {
  test("are ten in 15 minutes for a consumer, named by token or email; right codes don't count", async () => {
    const { card, claim } = await storeWithKey("A");
    const ada = await consumer();
    const { id, code } = await card();
    const guess = async (n: number, claimCode: string) =>
      (await claim(id, { email: ada.email, claimCode }, n % 2 ? {} : ada.presented)).status;
    for (let n = 0; n < 12; n++) expect(await guess(n, code)).toBe(200);
    for (let n = 0; n < 10; n++) expect(await guess(n, `guess ${n}`)).toBe(404);
    const refused = await claim(id, { claimCode: code }, ada.presented);
    expect(await outcomeOf(refused)).toBe("429 rate_limited");
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    // A claim without a code is not a guess.
    expect((await claim(id, {}, ada.presented)).status).toBe(200);
  });

  test("are sixty in 15 minutes from one address, for any consumer", async () => {
    const { card, claim } = await storeWithKey("A");
    const { id, code } = await card();
    const guess = () => claim(id, { email: uniqueEmail(), claimCode: "guess" });
    for (let round = 1; round <= 5; round++) {
      const answers = await Promise.all(Array.from({ length: 12 }, guess));
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
    }
    expect((await guess()).status).toBe(429);
    expect((await claim(id, { email: uniqueEmail(), claimCode: code })).status).toBe(429);
  });

  test("count for both networks of an IPv6 address", async () => {
    const { card, claim } = await storeWithKey("A");
    const { id } = await card();
    const counted = async () =>
      (await pg()`select from rate_limits where bucket = 'claim-address'`).length;
    const before = await counted();
    const headers = { "x-forwarded-for": `2001:db8:${randomBytes(2).toString("hex")}::1` };
    await claim(id, { email: uniqueEmail(), claimCode: "guess" }, headers);
    expect((await counted()) - before).toBe(2);
  });
});

test("with a key that moves no money, a card with a PIN is claimed only with the code and the PIN", async () => {
  const { id: merchantId, ctx, card } = await storeWithCardMaker();
  const [first, second] = [await card(), await card()];
  await db()
    .insert(cardPins)
    .values([first, second].map(({ id }) => pinColumns({ merchantId, id }, "4870")));
  const shop = await callerWithKey(ctx(), { scopes: ["cards:write"] });
  const headers = { "x-forwarded-for": uniqueEmail() };
  const claim = ({ post }: typeof shop, { id, code }: typeof first, pin?: string) => {
    const body = { email: uniqueEmail(), claimCode: code, ...(pin && { pin }) };
    return outcomeOf(post(`/cards/${id}/claim`, body, { headers }));
  };
  for (const pin of [undefined, "4871"])
    expect(await claim(shop, first, pin)).toBe("404 not_found");
  expect(await claim(shop, first, "48-70")).toBe("200");
  for (let n = 0; n < 10; n++) expect(await claim(shop, second, "0000")).toBe("404 not_found");
  expect(await claim(shop, second, "4870")).toBe("429 rate_limited");
  expect(await claim(await callerWithKey(ctx()), second)).toBe("200");
});

describe("an Idempotency-Key", () => {
  test("replays a claim, also one with a wrong code, without counting it as a guess", async () => {
    const { card, claim } = await storeWithKey("A");
    const ada = await consumer();
    const { id } = await card();
    const sent = { ...ada.presented, "idempotency-key": newId() };
    const first = await claim(id, { claimCode: "wrong" }, sent);
    for (let n = 0; n < 12; n++) {
      const again = await claim(id, { claimCode: "wrong" }, sent);
      expect([again.status, again.text]).toEqual([404, first.text]);
      expect(again.headers.get("idempotent-replayed")).toBe("true");
    }
  });

  test("of one consumer's claim is refused for another consumer's", async () => {
    const { card, claim } = await storeWithKey("A");
    const [ada, eve] = [await consumer(), await consumer()];
    const { id } = await card();
    const same = { "idempotency-key": newId() };
    expect((await claim(id, {}, { ...ada.presented, ...same })).status).toBe(200);
    const other = claim(id, {}, { ...eve.presented, ...same });
    expect(await outcomeOf(other)).toBe("409 idempotency_key_reused");
  });
});
