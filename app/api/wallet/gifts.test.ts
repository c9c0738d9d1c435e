import { describe, expect, test } from "vitest";
import { newId } from "@/lib/base/ids";
import { pg } from "@/lib/db/client/client";
import { disable } from "@/lib/domain/cards/disable";
import { htmlOf } from "@/lib/domain/mail/mail-html";
import { textOf } from "@/lib/domain/mail/mail-text";
import { mailContentOf } from "@/lib/domain/mail/templates";
import { safeEmail } from "@/lib/domain/mail/user-text";
import { endAgreement } from "@/lib/domain/transfers/agreements/end";
import { agreeOnTransfers } from "@/lib/testing/agreements";
import { expectNoProblems } from "@/lib/testing/expect-no-problems";
import { type Caller, outcomeOf } from "@/lib/testing/requests";
import {
  callerAtWallet,
  consumerWithWallet,
  mailedToken,
  storeWithCardMaker,
  uniqueAddress,
  uniqueEmail,
  visitor,
} from "@/lib/testing/wallet";

/** A sender who sent $10.00 from a card of $25.00. */
async function senderWithGift(wanted: object = {}, recipientEmail = uniqueEmail()) {
  const sender = await consumerWithWallet();
  const store = await storeWithCardMaker({ name: "Corner Bakery" });
  const card = await store.card(2_500, sender.email);
  const order = { cardUuid: card.id, amountCents: 1_000, recipientEmail, ...wanted };
  const answer = await sender.post("/gifts", order);
  return { sender, store, card, recipientEmail, answer, token: await mailedToken(recipientEmail) };
}

const balanceOf = async (id: string) =>
  (await pg()`select balance_cents::int as balance from cards where id = ${id}`)[0]?.balance;

const postToken = (path: string, token: string, { post }: Pick<Caller, "post"> = visitor) =>
  post(path, { token }, { headers: { "x-forwarded-for": uniqueAddress() } });

describe("a gift of the wallet", () => {
  test("takes the money at once, shows its state, and opens one card to the recipient who accepts it", async () => {
    const { sender, card, recipientEmail, answer, token } = await senderWithGift({
      message: "For you",
    });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      storeName: "Corner Bakery",
      amountCents: 1_000,
      status: "pending",
      recipientEmail,
    });
    expect(await balanceOf(card.id)).toBe(1_500);
    const offered = await postToken("/gifts/read", token);
    expect(offered.body).toMatchObject({
      store: { name: "Corner Bakery", logoUrl: null },
      senderEmail: sender.email,
      message: "For you",
    });

    const accepted = await postToken("/gifts/accept", token);
    expect(accepted.status).toBe(200);
    const cookie = accepted.headers.get("set-cookie")?.split(";")[0] ?? "";
    const listed = (await callerAtWallet({ cookie }).get("/cards")).body;
    expect(listed.owner).toEqual({
      email: recipientEmail,
      onlyCardUuid: accepted.body.cardUuid,
    });
    const gift = { senderEmail: sender.email, senderName: null, message: "For you", design: null };
    expect(listed.cards).toMatchObject([{ balanceCents: 1_000, gift }]);
    expect((await sender.get("/cards")).body.cards).toMatchObject([{ gift: null }]);
    expect((await postToken("/gifts/accept", token)).body.error).toBe("gift_settled");
    expect((await sender.get("/gifts")).body.gifts).toMatchObject([{ status: "accepted" }]);
  });

  test("has names and a design, which its recipient, its sender and the store see, and the email with both addresses", async () => {
    const names = { senderName: "Ada <b>Lovelace</b>", recipientName: "Grace Hopper" };
    const gift = await senderWithGift({ ...names, design: "birthday" });
    const shown = { ...names, design: "birthday" };
    expect(gift.answer.body).toMatchObject(shown);
    expect((await postToken("/gifts/read", gift.token)).body).toMatchObject(shown);
    expect((await gift.sender.get("/gifts")).body.gifts).toMatchObject([shown]);
    const [row] = await pg()`select id, payload from outbox
      where payload ->> 'template' = 'gift' and payload ->> 'to' = ${gift.recipientEmail}`;
    const { words } = mailContentOf({ id: row?.id, payload: row?.payload });
    const html = await htmlOf(words);
    expect(html).toContain("Happy birthday");
    expect(html).toContain('src="http://localhost:3000/gift-designs/birthday.png"');
    expect(html).toContain("Hi Grace Hopper,");
    expect(html).not.toContain("<b>Lovelace");
    expect(words.paragraphs.join()).toContain(`(${safeEmail(gift.sender.email)})`);
    expect(textOf(words)).toMatch(/^Happy birthday\n/);

    for (const [field, wrong] of [
      ["senderName", "Ada\nLovelace"],
      ["senderName", "Ada\u202e"],
      ["recipientName", "G".repeat(61)],
      ["design", "unknown"],
    ] as const) {
      const order = { cardUuid: gift.card.id, recipientEmail: uniqueEmail(), [field]: wrong };
      expect(await outcomeOf(gift.sender.post("/gifts", order)), wrong).toBe(
        `400 invalid_request ${field}`,
      );
    }
  });

  test("keeps its picture and names on the card of its recipient, and none on a card that it is returned to", async () => {
    const [kept, returned] = [
      await senderWithGift({ design: "holidays", senderName: "Ada", message: "Enjoy" }),
      await senderWithGift({ design: "holidays", message: "Enjoy" }),
    ];
    const { body, headers } = await postToken("/gifts/accept", kept.token);
    const recipient = callerAtWallet({ cookie: headers.get("set-cookie")?.split(";")[0] ?? "" });
    expect((await recipient.get(`/cards/${body.cardUuid}`)).body.gift).toEqual({
      design: "holidays",
      message: "Enjoy",
      senderName: "Ada",
      senderEmail: kept.sender.email,
    });

    await disable(returned.store.ctx(), { cardId: returned.card.id });
    await postToken("/gifts/decline", returned.token);
    const { cards } = (await returned.sender.get("/cards")).body;
    expect(cards.map(({ gift }: { gift: object | null }) => gift)).toEqual([null, null]);
  });

  test("keeps the whole wallet open where its recipient has it open", async () => {
    const recipient = await consumerWithWallet();
    const { token } = await senderWithGift({}, recipient.email);
    const accepted = await postToken("/gifts/accept", token, recipient);
    expect([accepted.status, accepted.headers.get("set-cookie")]).toEqual([200, null]);
    expect((await recipient.get("/cards")).body.cards).toHaveLength(1);
  });

  test("declined, or cancelled by its sender only, is on the card again", async () => {
    const [declined, cancelled] = [await senderWithGift(), await senderWithGift()];
    expect((await postToken("/gifts/decline", declined.token)).status).toBe(200);
    expect(await balanceOf(declined.card.id)).toBe(2_500);
    const cancelBy = ({ post }: typeof cancelled.sender) =>
      post(`/gifts/${cancelled.answer.body.id}/cancel`);
    expect((await cancelBy(declined.sender)).status).toBe(404);
    expect((await cancelBy(cancelled.sender)).body.status).toBe("cancelled");
    expect((await cancelBy(cancelled.sender)).status).toBe(409);
    expect(await balanceOf(cancelled.card.id)).toBe(2_500);
  });

  test("that was returned is in the card's history, so that the balances add up", async () => {
    const { sender, card, recipientEmail, token } = await senderWithGift();
    await postToken("/gifts/decline", token);
    const { body } = await sender.get(`/cards/${card.id}/history`);
    const returned = { status: "declined", recipientEmail };
    expect(body.transactions).toMatchObject([
      { type: "gift_received", account: "escrow", balanceAfterCents: 2_500, returned },
      { type: "gift_sent", status: "completed", balanceAfterCents: 1_500, returned: null },
      { type: "load", balanceAfterCents: 2_500, returned: null },
    ]);
  });

  test("sent twice under one Idempotency-Key is one gift; another consumer's key is another", async () => {
    const { sender, store, card } = await senderWithGift();
    const headers = { "Idempotency-Key": newId() };
    const order = { cardUuid: card.id, amountCents: 100, recipientEmail: uniqueEmail() };
    const first = await sender.post("/gifts", order, { headers });
    const second = await sender.post("/gifts", order, { headers });
    expect([second.status, second.body.id]).toEqual([201, first.body.id]);
    expect(await balanceOf(card.id)).toBe(1_400);

    const other = await consumerWithWallet();
    const theirs = await store.card(2_500, other.email);
    const third = await other.post("/gifts", { ...order, cardUuid: theirs.id }, { headers });
    expect(third.status).toBe(201);
    expect(await balanceOf(theirs.id)).toBe(2_400);
  });

  test.each([
    ["another's card", { cardUuid: newId() }, "404 not_found"],
    ["more than the balance", { amountCents: 2_501 }, "400 insufficient_balance"],
    ["no email", { recipientEmail: "bob" }, "400 invalid_request recipientEmail"],
    ["a past day", { deliverOn: "2020-01-01" }, "400 invalid_request deliverOn"],
    ["no time zone", { timeZone: "Mars/Olympus" }, "400 invalid_request timeZone"],
  ])("of %s is refused, and takes nothing", async (_, wanted, refusal) => {
    const { answer, card } = await senderWithGift(wanted);
    expect(await outcomeOf(answer)).toBe(refusal);
    expect(await balanceOf(card.id)).toBe(2_500);
  });

  test("is not found by a guessed link", async () => {
    expect(await outcomeOf(postToken("/gifts/read", "made-up"))).toBe("400 invalid_request token");
  });
});

describe("a transfer of the wallet", () => {
  async function twoCards() {
    const owner = await consumerWithWallet();
    const [home, away] = [await storeWithCardMaker(), await storeWithCardMaker({ name: "Away" })];
    const agreementId = await agreeOnTransfers(home.id, away.id, { maxTransferCents: 1_000 });
    const [first, second] = [await home.card(2_500, owner.email), await away.card(100)];
    const order = { fromCardUuid: first.id, amountCents: 400, toCode: second.code };
    return { owner, home, first, second, order, agreementId };
  }

  test("is quoted before it is sent, by code or by a card of one's own", async () => {
    const { owner, first, second, order } = await twoCards();
    const quoted = await owner.post("/transfers/quote", order);
    const last4 = second.code.slice(-4);
    const arrives = { storeName: "Away", last4, arrivesCents: 400, rate: null, stale: false };
    expect(quoted.body).toMatchObject(arrives);
    expect(await balanceOf(first.id)).toBe(2_500);
    const moved = await owner.post("/transfers", order);
    expect(moved.body).toMatchObject({ amountCents: 400, arrivedCents: 400 });
    await pg()`update cards set owner_id = ${owner.id} where id = ${second.id}`;
    const own = { fromCardUuid: first.id, amountCents: 100, toCardUuid: second.id };
    expect((await owner.post("/transfers", own)).status).toBe(201);
    expect([await balanceOf(first.id), await balanceOf(second.id)]).toEqual([2_000, 600]);
    const endsOf = async ({ id }: { id: string }) =>
      (await owner.get(`/cards/${id}/history`)).body.transactions.map(
        ({ otherEnd }: { otherEnd: object | null }) => otherEnd,
      );
    const here = { store: "Away", last4 };
    expect(await endsOf(first)).toEqual([here, here, null]);
    const there = { store: "Test store", last4: first.code.slice(-4) };
    expect(await endsOf(second)).toEqual([there, there, null]);
  });

  test("of another's card, to no card, or to neither is refused", async () => {
    const { owner, first, second, order } = await twoCards();
    const stranger = await consumerWithWallet();
    const { toCode: _, ...toNone } = order;
    for (const [{ post }, body, statuses] of [
      [stranger, order, [404, 404]],
      [owner, { ...order, toCode: "nonsense" }, [400, 400]],
      [owner, { ...order, toCardUuid: second.id }, [400, 400]],
      [owner, { ...toNone, toCardUuid: second.id }, [404, 404]],
    ] as const) {
      const answers = [await post("/transfers/quote", body), await post("/transfers", body)];
      expect(answers.map(({ status }) => status)).toEqual(statuses);
    }
    expect(await balanceOf(first.id)).toBe(2_500);
  });

  test("and its quote need the stores' agreement, and stay within its limits", async () => {
    const { owner, home, first, order, agreementId } = await twoCards();
    const outcomes = async (more: object = {}) => [
      await outcomeOf(owner.post("/transfers/quote", { ...order, ...more })),
      await outcomeOf(owner.post("/transfers", { ...order, ...more })),
    ];
    expect(await outcomes({ amountCents: 1_001 })).toEqual(
      Array(2).fill("400 transfer_limit_exceeded"),
    );
    await endAgreement(home.ctx(), { id: agreementId });
    expect(await outcomes()).toEqual(Array(2).fill("400 transfers_not_enabled"));
    expect(await balanceOf(first.id)).toBe(2_500);
  });

  test("and every gift leave the books in balance", async () => {
    await expectNoProblems();
  });
});
