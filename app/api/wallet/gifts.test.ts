import { describe, expect, test } from "vitest";
import { pg } from "@/lib/db/client";
import type { Resource } from "@/lib/http/endpoint";
import { newId } from "@/lib/ids";
import { verify } from "@/lib/ledger/verify";
import { useTestDatabase } from "@/lib/testing/database";
import { send } from "@/lib/testing/portal";
import { anyone, consumerWithWallet, mailedToken, storeWithCards } from "@/lib/testing/wallet";
import * as history from "./cards/[uuid]/history/route";
import * as cards from "./cards/route";
import * as cancel from "./gifts/[id]/cancel/route";
import * as accept from "./gifts/accept/route";
import * as decline from "./gifts/decline/route";
import * as read from "./gifts/read/route";
import * as gifts from "./gifts/route";
import * as quote from "./transfers/quote/route";
import * as transfers from "./transfers/route";

useTestDatabase();

const from = () => ({ "x-forwarded-for": anyone() });

/** A sender with a card of $25.00, who has sent $10.00 of it. */
async function sent(wanted: object = {}) {
  const sender = await consumerWithWallet();
  const store = await storeWithCards({ name: "Corner Bakery" });
  const card = await store.card(2_500, sender.email);
  const recipientEmail = anyone();
  const body = { cardUuid: card.id, amountCents: 1_000, recipientEmail, ...wanted };
  const answer = await send(gifts, "POST", { headers: sender.headers, body });
  return { sender, store, card, recipientEmail, answer, token: await mailedToken(recipientEmail) };
}

const balanceOf = async (id: string) =>
  (await pg()`select balance_cents::int as balance from cards where id = ${id}`)[0]?.balance;

const by = (route: Resource, token: string, headers: Record<string, string> = {}) =>
  send(route, "POST", { body: { token }, headers: { ...from(), ...headers } });

describe("a gift of the wallet", () => {
  test("takes the money at once, shows its state, and opens one card to who accepts it", async () => {
    const { sender, card, recipientEmail, answer, token } = await sent({ message: "For you" });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      storeName: "Corner Bakery",
      amountCents: 1_000,
      status: "pending",
      recipientEmail,
    });
    expect(await balanceOf(card.id)).toBe(1_500);
    const offered = await by(read, token);
    expect(offered.body).toMatchObject({ senderEmail: sender.email, message: "For you" });

    const accepted = await by(accept, token);
    expect(accepted.status).toBe(200);
    const cookie = accepted.headers.get("set-cookie")?.split(";")[0] ?? "";
    const listed = await send(cards, "GET", { headers: { cookie } });
    expect(listed.body.owner).toEqual({
      email: recipientEmail,
      onlyCardUuid: accepted.body.cardUuid,
    });
    expect(listed.body.cards).toMatchObject([{ balanceCents: 1_000 }]);
    expect((await by(accept, token)).body.error).toBe("gift_settled");
    const states = await send(gifts, "GET", { headers: sender.headers });
    expect(states.body.gifts).toMatchObject([{ status: "accepted" }]);
  });

  test("accepted by ten at once is accepted once", async () => {
    const { token } = await sent();
    const answers = await Promise.all(Array.from({ length: 10 }, () => by(accept, token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
  });

  test("keeps the whole wallet open where its recipient has it open", async () => {
    const recipient = await consumerWithWallet();
    const { token } = await sent({ recipientEmail: recipient.email });
    const mailed = token || (await mailedToken(recipient.email));
    const accepted = await by(accept, mailed, recipient.headers);
    expect([accepted.status, accepted.headers.get("set-cookie")]).toEqual([200, null]);
    const listed = await send(cards, "GET", { headers: recipient.headers });
    expect(listed.body.cards).toHaveLength(1);
  });

  test("declined, or taken back by its sender alone, is on the card again", async () => {
    const [declined, cancelled] = [await sent(), await sent()];
    expect((await by(decline, declined.token)).status).toBe(200);
    expect(await balanceOf(declined.card.id)).toBe(2_500);
    const { id } = cancelled.answer.body;
    const takeBack = (headers: Record<string, string>) =>
      send(cancel, "POST", { headers, params: { id } });
    expect((await takeBack(declined.sender.headers)).status).toBe(404);
    expect((await takeBack(cancelled.sender.headers)).body.status).toBe("cancelled");
    expect((await takeBack(cancelled.sender.headers)).status).toBe(409);
    expect(await balanceOf(cancelled.card.id)).toBe(2_500);
  });

  test("that came back is told with the card's history, so that the balances add up", async () => {
    const { sender, card, recipientEmail, token } = await sent();
    await by(decline, token);
    const { body } = await send(history, "GET", {
      headers: sender.headers,
      params: { uuid: card.id },
    });
    const returned = { status: "declined", recipientEmail };
    expect(body.transactions).toMatchObject([
      { type: "gift_received", account: "escrow", balanceAfterCents: 2_500, returned },
      { type: "gift_sent", status: "completed", balanceAfterCents: 1_500, returned: null },
      { type: "load", balanceAfterCents: 2_500, returned: null },
    ]);
  });

  test("sent twice under one Idempotency-Key is one gift; another consumer's key is another", async () => {
    const { sender, store, card } = await sent();
    const key = { "Idempotency-Key": newId() };
    const headers = { ...sender.headers, ...key };
    const body = { cardUuid: card.id, amountCents: 100, recipientEmail: anyone() };
    const [first, second] = [
      await send(gifts, "POST", { headers, body }),
      await send(gifts, "POST", { headers, body }),
    ];
    expect([second.status, second.body.id]).toEqual([201, first.body.id]);
    expect(await balanceOf(card.id)).toBe(1_400);

    const other = await consumerWithWallet();
    const theirs = await store.card(2_500, other.email);
    const third = await send(gifts, "POST", {
      headers: { ...other.headers, ...key },
      body: { ...body, cardUuid: theirs.id },
    });
    expect(third.status).toBe(201);
    expect(await balanceOf(theirs.id)).toBe(2_400);
  });

  test.each([
    ["another's card", { cardUuid: newId() }, "404 not_found"],
    ["more than is there", { amountCents: 2_501 }, "400 insufficient_balance"],
    ["no address", { recipientEmail: "bob" }, "400 invalid_request"],
    ["a day gone by", { deliverOn: "2020-01-01" }, "400 invalid_request"],
    ["no zone", { timeZone: "Mars/Olympus" }, "400 invalid_request"],
  ])("of %s is refused, and takes nothing", async (_, wanted, refusal) => {
    const { answer, card } = await sent(wanted);
    expect(`${answer.status} ${answer.body.error}`).toBe(refusal);
    expect(await balanceOf(card.id)).toBe(2_500);
  });

  test("is found by nobody who guesses its link", async () => {
    const answer = await by(read, "made-up");
    expect([answer.status, answer.body.fields[0].path]).toEqual([400, "token"]);
  });
});

describe("a transfer of the wallet", () => {
  async function twoCards() {
    const owner = await consumerWithWallet();
    const [home, away] = [
      await storeWithCards({ transfersEnabled: true }),
      await storeWithCards({ transfersEnabled: true, name: "Away" }),
    ];
    return { owner, first: await home.card(2_500, owner.email), second: await away.card(100) };
  }

  test("is quoted before it is sent, by code or by a card of one's own", async () => {
    const { owner, first, second } = await twoCards();
    const { headers } = owner;
    const order = { fromCardUuid: first.id, amountCents: 400, toCode: second.code };
    const quoted = await send(quote, "POST", { headers, body: order });
    const last4 = second.code.slice(-4);
    const arrives = { storeName: "Away", last4, arrivesCents: 400, rate: null, stale: false };
    expect(quoted.body).toMatchObject(arrives);
    expect(await balanceOf(first.id)).toBe(2_500);
    const moved = await send(transfers, "POST", { headers, body: order });
    expect(moved.body).toMatchObject({ amountCents: 400, arrivedCents: 400 });
    await pg()`update cards set owner_id = ${owner.id} where id = ${second.id}`;
    const own = { fromCardUuid: first.id, amountCents: 100, toCardUuid: second.id };
    expect((await send(transfers, "POST", { headers, body: own })).status).toBe(201);
    expect([await balanceOf(first.id), await balanceOf(second.id)]).toEqual([2_000, 600]);
  });

  test("of another's card, to no card, or to neither is refused", async () => {
    const { owner, first, second } = await twoCards();
    const stranger = await consumerWithWallet();
    const order = { fromCardUuid: first.id, amountCents: 400, toCode: second.code };
    const ask = async (headers: Record<string, string>, body: object) => {
      const [asked, done] = [
        await send(quote, "POST", { headers, body }),
        await send(transfers, "POST", { headers, body }),
      ];
      return [asked.status, done.status];
    };
    expect(await ask(stranger.headers, order)).toEqual([404, 404]);
    expect(await ask(owner.headers, { ...order, toCode: "nonsense" })).toEqual([400, 404]);
    expect(await ask(owner.headers, { ...order, toCardUuid: second.id })).toEqual([400, 400]);
    const none = { fromCardUuid: first.id, amountCents: 400, toCardUuid: second.id };
    expect(await ask(owner.headers, none)).toEqual([404, 404]);
    expect(await balanceOf(first.id)).toBe(2_500);
  });

  test("and every gift leave the books in balance", async () => {
    expect((await verify()).problems).toEqual([]);
  });
});
