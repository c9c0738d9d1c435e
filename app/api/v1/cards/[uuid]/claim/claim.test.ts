import { describe, expect, test } from "vitest";
import { API_SCOPES, type Shape } from "@/lib/context";
import { pg } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import { createKey } from "@/lib/merchants/keys/create";
import { operatorContext } from "@/lib/merchants/operator";
import { useTestDatabase } from "@/lib/testing/database";
import { send } from "@/lib/testing/portal";
import { anyone, consumerWithWallet, mailsTo, storeWithCards } from "@/lib/testing/wallet";
import * as revokeToken from "../../../../wallet/tokens/[id]/revoke/route";
import * as tokens from "../../../../wallet/tokens/route";
import * as claim from "./route";

useTestDatabase();

/** A store and a till of it in this shape, which claims from a network address of its own. */
async function till(shape: Shape) {
  const store = await storeWithCards();
  const wanted = { name: "Till", shape, scopes: API_SCOPES, expiresAt: null, limitPerWindow: 0 };
  const { secret } = await createKey(operatorContext(store.id), wanted);
  const own = { authorization: `Bearer ${secret}`, "x-forwarded-for": anyone() };
  const claimCard = (uuid: string, body?: object, headers: Record<string, string> = {}) =>
    send(claim, "POST", { headers: { ...own, ...headers }, params: { uuid }, body });
  return { store, claim: claimCard };
}

/** A consumer with a token, and the header in which a shop presents it. */
async function consumer() {
  const person = await consumerWithWallet();
  const body = { name: "Shop", days: 30 };
  const issued = await send(tokens, "POST", { headers: person.headers, body });
  const { secret, token } = issued.body;
  return { ...person, tokenId: token.id, presented: { "scrip-consumer": `Bearer ${secret}` } };
}

const ownerOf = async (id: string) =>
  (
    await pg()`select c.email from cards left join consumers c on c.id = owner_id
    where cards.id = ${id}`
  )[0]?.email;

const errorOf = ({ status, body }: { status: number; body: { error: string } }) =>
  `${status} ${body.error}`;

describe.each(["A", "B"] as const)("a claim for the consumer of a token (Shape %s)", (shape) => {
  test("without a body, or with the card's code, makes the card theirs, without a mail", async () => {
    const { store, claim } = await till(shape);
    const ada = await consumer();
    const [first, second] = [await store.card(), await store.card(1_000)];
    const answer = await claim(first.id, undefined, ada.presented);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject(
      shape === "A"
        ? { uuid: first.id, ownerEmail: ada.email, balanceCents: 2_500, status: "active" }
        : { uuid: first.id, email: ada.email, balanceCents: 2_500 },
    );
    const claimCode = second.code.toLowerCase().replaceAll("-", " ");
    expect((await claim(second.id, { claimCode }, ada.presented)).status).toBe(200);
    expect(await ownerOf(second.id)).toBe(ada.email);
    expect(await mailsTo(ada.email)).toEqual([]);
  });

  test("again by the same consumer is a 200 without a mail, by another a 409", async () => {
    const { store, claim } = await till(shape);
    const [ada, eve] = [await consumer(), await consumer()];
    const { id } = await store.card();
    const first = await claim(id, {}, ada.presented);
    const again = await claim(id, {}, ada.presented);
    expect([again.status, again.text]).toEqual([200, first.text]);
    expect(errorOf(await claim(id, {}, eve.presented))).toBe("409 card_already_claimed");
    expect(errorOf(await claim(id, { email: eve.email }))).toBe("409 card_already_claimed");
    expect(await ownerOf(id)).toBe(ada.email);
  });

  test("without token or email is a 400 that says what to send", async () => {
    const { store, claim } = await till(shape);
    const { id, code } = await store.card();
    for (const body of [undefined, {}, { claimCode: code }]) {
      const answer = await claim(id, body);
      expect(errorOf(answer)).toBe("400 invalid_request");
      expect(answer.body.message).toContain("Scrip-Consumer: Bearer <token>");
    }
    expect(await ownerOf(id)).toBeNull();
  });

  test("with a bad token is a 401, whatever else is sent; an ended one is bad", async () => {
    const { store, claim } = await till(shape);
    const [ada, late] = [await consumer(), await consumer()];
    const { id } = await store.card();
    await send(revokeToken, "POST", { headers: ada.headers, params: { id: ada.tokenId } });
    await pg()`update consumer_tokens set expires_at = now() where id = ${late.tokenId}`;
    const bad = [
      ada.presented,
      late.presented,
      { "scrip-consumer": "Bearer scrip_consumer_made-up" },
      { "scrip-consumer": "nonsense" },
      { "scrip-consumer": "" },
      // The wallet's own cookie is no token.
      { "scrip-consumer": `Bearer ${late.token}` },
    ];
    for (const header of bad) {
      for (const body of [undefined, { email: ada.email }, { email: 5 }]) {
        expect(errorOf(await claim(id, body, header))).toBe("401 consumer_unauthorized");
      }
    }
    expect(await ownerOf(id)).toBeNull();
  });

  test("and an email must name the same person: 400 at email; when they do, they are invited", async () => {
    const { store, claim } = await till(shape);
    const ada = await consumer();
    const { id } = await store.card();
    const refused = await claim(id, { email: anyone() }, ada.presented);
    expect([refused.status, refused.body.fields[0].path]).toEqual([400, "email"]);
    expect(await ownerOf(id)).toBeNull();
    const taken = await claim(id, { email: ada.email.toUpperCase() }, ada.presented);
    expect(taken.status).toBe(200);
    expect(await mailsTo(ada.email)).toMatchObject([{ template: "card_invitation" }]);
  });

  test("with a code that is unknown, another card's or another store's is the same 404", async () => {
    const [{ store, claim }, other] = [await till(shape), await storeWithCards()];
    const ada = await consumer();
    const { id } = await store.card();
    const codes = ["2222-2222-2222-2222", (await store.card()).code, (await other.card()).code];
    const answers = [];
    for (const claimCode of codes) answers.push(await claim(id, { claimCode }, ada.presented));
    const bytes = answers.map(({ text }) => text.replace(/req_[0-9a-f-]+/, ""));
    expect(new Set(bytes).size).toBe(1);
    expect(errorOf(answers[0] as never)).toBe("404 not_found");
    const foreign = await other.card();
    const absent = await claim(foreign.id, { claimCode: foreign.code }, ada.presented);
    expect(errorOf(absent)).toBe("404 not_found");
  });

  test("of a card that is not active is a 400, even when it is their own", async () => {
    const { store, claim } = await till(shape);
    const ada = await consumer();
    const { id, code } = await store.card(2_500, ada.email);
    await pg()`update cards set status = 'disabled' where id = ${id}`;
    for (const body of [undefined, { claimCode: code }, { email: ada.email }]) {
      expect(errorOf(await claim(id, body, ada.presented))).toBe("400 card_not_active");
    }
  });

  test("by two consumers at once gives the card to one", async () => {
    const { store, claim } = await till(shape);
    const people = await Promise.all([consumer(), consumer(), consumer()]);
    const { id } = await store.card();
    const answers = await Promise.all(people.map(({ presented }) => claim(id, {}, presented)));
    expect(answers.map(errorOf).sort()).toEqual([
      "200 undefined",
      "409 card_already_claimed",
      "409 card_already_claimed",
    ]);
    const winner = answers.findIndex(({ status }) => status === 200);
    expect(await ownerOf(id)).toBe(people[winner]?.email);
  });
});

describe("guesses at a card's code", () => {
  test("are ten in 15 minutes for a consumer, however named, right ones not counted", async () => {
    const { store, claim } = await till("A");
    const ada = await consumer();
    const { id, code } = await store.card();
    const named = [ada.presented, {}];
    for (let n = 0; n < 12; n++) {
      expect((await claim(id, { email: ada.email, claimCode: code }, named[n % 2])).status).toBe(
        200,
      );
    }
    for (let n = 0; n < 10; n++) {
      const guess = { email: ada.email, claimCode: `guess ${n}` };
      expect((await claim(id, guess, named[n % 2])).status).toBe(404);
    }
    const refused = await claim(id, { claimCode: code }, ada.presented);
    expect(errorOf(refused)).toBe("429 rate_limited");
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    // Without a code there is nothing to guess.
    expect((await claim(id, {}, ada.presented)).status).toBe(200);
  });

  test("are sixty in 15 minutes from one address, whoever they are made for", async () => {
    const { store, claim } = await till("A");
    const { id, code } = await store.card();
    const guess = () => claim(id, { email: anyone(), claimCode: "guess" });
    const answers = await Promise.all(Array.from({ length: 61 }, guess));
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(60);
    expect((await claim(id, { email: anyone(), claimCode: code })).status).toBe(429);
  });
});

describe("an Idempotency-Key", () => {
  const key = () => ({ "idempotency-key": newId() });

  test("replays a claim, its wrong code too, and costs no guess", async () => {
    const { store, claim } = await till("A");
    const ada = await consumer();
    const { id } = await store.card();
    const sent = { ...ada.presented, ...key() };
    const first = await claim(id, { claimCode: "wrong" }, sent);
    for (let n = 0; n < 12; n++) {
      const again = await claim(id, { claimCode: "wrong" }, sent);
      expect([again.status, again.text]).toEqual([404, first.text]);
      expect(again.headers.get("idempotent-replayed")).toBe("true");
    }
  });

  test("of one consumer's claim is another request for another consumer: 409", async () => {
    const { store, claim } = await till("A");
    const [ada, eve] = [await consumer(), await consumer()];
    const { id } = await store.card();
    const same = key();
    expect((await claim(id, {}, { ...ada.presented, ...same })).status).toBe(200);
    const other = await claim(id, {}, { ...eve.presented, ...same });
    expect(errorOf(other)).toBe("409 idempotency_key_reused");
  });
});
