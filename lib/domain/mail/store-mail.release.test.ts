import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { db, pg } from "@/lib/db/client/client";
import { startImport } from "@/lib/domain/batches/import/start";
import { activateBatch } from "@/lib/domain/batches/unsold";
import { batchWorker } from "@/lib/domain/batches/work";
import { activate } from "@/lib/domain/cards/activate";
import { claim } from "@/lib/domain/cards/claim";
import { findOrCreateConsumer } from "@/lib/domain/customers/customers";
import { acceptGift } from "@/lib/domain/gifts/accept-or-return";
import { sendGift } from "@/lib/domain/gifts/send";
import { issueStoreCredit } from "@/lib/domain/store-credit/issue";
import { makeFinishedBatch } from "@/lib/testing/batches";
import { configure } from "@/lib/testing/configure";
import { makeCard, outcome, sameRequestContexts } from "@/lib/testing/ledger-fixtures";
import { useMailServer } from "@/lib/testing/mail-server";
import { createStore } from "@/lib/testing/store";
import { mailsTo, templatesTo, uniqueEmail } from "@/lib/testing/wallet";
import { mailWorker } from "./send-mails";
import {
  findSuppression,
  listSuppressions,
  recordMailEvent,
  removeSuppression,
  suppress,
  unsubscribe,
} from "./suppressions";

const { inbox } = useMailServer();

beforeEach(async () => {
  inbox.length = 0;
  await pg()`delete from outbox`;
});

type Store = Awaited<ReturnType<typeof createStore>>;

const creditTo = ({ ctx }: Store, email: string) =>
  issueStoreCredit(ctx(), { email, amountCents: 100, currency: "USD", source: "manual" });

/** A card that Ada can give away. */
async function adasCard({ ctx }: Store) {
  const sender = uniqueEmail();
  const { id: cardId, ownerId: senderId } = await makeCard(ctx, {
    amountCents: 10_000,
    owner: sender,
  });
  const give = (recipientEmail: string) =>
    sendGift(ctx(), { cardId, senderId, recipientEmail, amountCents: 10 });
  return { sender, give };
}

const statuses = async () =>
  (await pg()`select status from outbox order by created_at, id`).map(({ status }) => status);

describe("an unconfirmed store", () => {
  const unconfirmed = () => createStore({ confirmedAt: null });

  test("sends no email: an operation that exists to send one is refused, any other succeeds without it", async () => {
    const store = await unconfirmed();
    const { ctx } = store;
    const { give } = await adasCard(store);
    const { id: cardId } = await makeCard(ctx, { amountCents: 100 });
    const email = uniqueEmail();
    expect(await outcome(claim(ctx(), { cardId, email }))).toBe("store_not_confirmed");
    expect(await outcome(give(email))).toBe("store_not_confirmed");

    const { id: other } = await makeCard(ctx);
    const { card } = await activate(ctx(), { cardId: other, amountCents: 5, consumerEmail: email });
    expect(card).toMatchObject({ ownerEmail: email, balanceCents: 5 });
    expect((await creditTo(store, email)).card.balanceCents).toBe(100);
    expect(await pg()`select from outbox`).toHaveLength(0);
  });

  test("mails nobody about cards of batches and imports, and about a gift sent before", async () => {
    const store = await createStore();
    const { ctx } = store;
    const { sender, give } = await adasCard(store);
    const [recipient, owner, imported] = [uniqueEmail(), uniqueEmail(), uniqueEmail()];
    const { gift } = await give(recipient);
    await pg()`delete from outbox`;
    await pg()`update merchants set confirmed_at = null where id = ${store.id}`;

    await acceptGift(ctx(), { giftId: gift.id, email: recipient });
    const batchId = await makeFinishedBatch(store, { quantity: 2, amountCents: 500 });
    const consumerId = await findOrCreateConsumer(db(), owner);
    await pg()`update cards set owner_id = ${consumerId}
      where batch_id = ${batchId}`;
    await activateBatch(ctx(), { batchId });
    const csv = `code,balance,email\nOLDSHOP${randomUUID().slice(0, 8)}XQ,12.50,${imported}\n`;
    await startImport(ctx(), {
      name: "Old shop",
      cardType: "physical",
      currency: "USD",
      csv,
      cards: 1,
    });
    await batchWorker.runDue();
    const owners = await pg()`select distinct email, status from cards
      join consumers c on c.id = owner_id where merchant_id = ${store.id} and status = 'active'`;
    expect(owners.map(({ email }) => email).sort()).toEqual(
      [sender, recipient, owner, imported].sort(),
    );
    expect(await pg()`select payload from outbox`).toEqual([]);
  });

  test("is refused only until it is confirmed, also for the same Idempotency-Key", async () => {
    const { id, ctx } = await unconfirmed();
    const { id: cardId } = await makeCard(ctx, { amountCents: 100 });
    const email = uniqueEmail();
    const sameRequest = sameRequestContexts(ctx);
    const attempt = () => outcome(claim(sameRequest(), { cardId, email }));
    expect(await attempt()).toBe("store_not_confirmed");
    await pg()`update merchants set confirmed_at = now() where id = ${id}`;
    expect(await attempt()).toBe("done");
    expect(await templatesTo(email)).toEqual(["card_invitation"]);
  });
});

describe("a customer", () => {
  const links = (n = 0) => {
    const headers = inbox[n]?.mail.headers ?? [];
    const of = (key: string) => headers.find((header) => header.key === key)?.value ?? "";
    return { list: of("list-unsubscribe"), post: of("list-unsubscribe-post") };
  };
  const tokenIn = (list: string) => /\/api\/unsubscribe\/([^>]+)>/.exec(list)?.[1] ?? "";

  test("stops a store's mail with the token of any of its mails, and no other store's", async () => {
    configure({ MAIL_UNSUBSCRIBE_TO: "stop@scrip.example.com" });
    const [store, other] = [await createStore({ name: "Corner Bakery" }), await createStore()];
    const email = uniqueEmail();
    await creditTo(store, email);
    await mailWorker.runDue();
    const { list, post } = links();
    expect(list).toMatch(/^<http:\/\/localhost:3000\/api\/unsubscribe\/[^>]+>, <mailto:stop@/);
    expect(post).toBe("List-Unsubscribe=One-Click");
    const [sent] = inbox;
    expect(sent?.mail.text).toMatch(
      /Unsubscribe from Corner Bakery: http:\/\/localhost:3000\/unsubscribe\//,
    );
    const token = tokenIn(list);
    expect(await unsubscribe(token)).toEqual({ storeName: "Corner Bakery" });
    await unsubscribe(token);
    configure({ MAIL_UNSUBSCRIBE_TO: "" });

    await creditTo(store, email);
    await creditTo(other, email);
    expect(await mailWorker.runDue()).toEqual({ sent: 1, failed: 0, suppressed: 1 });
    expect(await statuses()).toEqual(["done", "suppressed", "done"]);
    const [row] = await pg()`select to_jsonb(s)::text as text from mail_suppressions s
      where merchant_id = ${store.id}`;
    expect(row?.text).not.toContain(email);
    const { suppressions, total } = await listSuppressions(store.ctx());
    expect(suppressions).toMatchObject([{ email, reason: "unsubscribed" }]);
    expect(total).toBe(1);
  });

  test("is not unsubscribed without one of our tokens", async () => {
    const store = await createStore();
    const email = uniqueEmail();
    await creditTo(store, email);
    await mailWorker.runDue();
    const token = tokenIn(links().list);
    const elsewhere = token.replace(store.id, (await createStore()).id);
    for (const wrong of ["", "x", elsewhere, token.slice(0, -2)]) {
      expect(await outcome(unsubscribe(wrong))).toBe("not_found");
    }
    expect(await findSuppression(db(), store.id, email)).toBeNull();
  });

  test("who gets no email gets no gift: the sender hears of it before money moves, and not why", async () => {
    const store = await createStore();
    const reasons = ["unsubscribed", "complained", "bounced"] as const;
    const { give } = await adasCard(store);
    for (const reason of reasons) {
      const email = uniqueEmail();
      await suppress(db(), store.id, email, reason);
      await expect(give(email), reason).rejects.toMatchObject({
        options: {
          fields: [
            {
              path: "recipientEmail",
              message: "can't receive gifts by email. Try another address.",
            },
          ],
        },
      });
    }
  });

  test("who stops email stops it for every spelling of their mailbox", async () => {
    const store = await createStore();
    const name = uniqueEmail().replace("@example.com", "");
    await suppress(db(), store.id, `${name}+cards@gmail.com`, "unsubscribed");
    await recordMailEvent({ type: "complaint", email: `${name}+shop@example.com` });
    const reasonFor = (email: string) => findSuppression(db(), store.id, email);
    expect(await reasonFor(`${name}@gmail.com`)).toBe("unsubscribed");
    expect(await reasonFor(`${name[0]}.${name.slice(1)}+x@googlemail.com`)).toBe("unsubscribed");
    expect(await reasonFor(`${name}@example.com`)).toBe("complained");
    expect(await reasonFor(`x${name}@gmail.com`)).toBeNull();
  });

  test("an address that complained or bounced gets no email from any store", async () => {
    const [store, other] = [await createStore(), await createStore()];
    const [bounced, complained] = [uniqueEmail(), uniqueEmail()];
    await recordMailEvent({ type: "bounce", email: bounced });
    await recordMailEvent({ type: "complaint", email: complained });
    await recordMailEvent({ type: "bounce", email: complained });
    for (const each of [store, other]) {
      for (const email of [bounced, complained]) await creditTo(each, email);
    }
    expect(await mailWorker.runDue()).toEqual({ sent: 0, failed: 0, suppressed: 4 });

    const { suppressions } = await listSuppressions(store.ctx());
    expect(suppressions).toMatchObject([
      { email: complained, reason: "complained" },
      { email: bounced, reason: "bounced" },
    ]);
    const [complaint, bounce] = suppressions.map(({ id }) => id);
    expect(await outcome(removeSuppression(store.ctx(), { id: complaint ?? "" }))).toBe(
      "invalid_request",
    );
    expect(await outcome(removeSuppression(other.ctx(), { id: bounce ?? "" }))).toBe("not_found");
    await removeSuppression(store.ctx(), { id: bounce ?? "" });
    await creditTo(store, bounced);
    expect(await mailWorker.runDue()).toEqual({ sent: 1, failed: 0, suppressed: 0 });
  });

  test("gets the sign-in link they ask for, and the sender of a gift no mail after unsubscribing", async () => {
    const store = await createStore();
    const { sender, give } = await adasCard(store);
    const recipient = uniqueEmail();
    const { gift } = await give(recipient);
    await recordMailEvent({ type: "complaint", email: sender });
    await acceptGift(store.ctx(), { giftId: gift.id, email: recipient });
    await pg()`insert into outbox (id, kind, payload) values (gen_random_uuid(), 'email',
      ${JSON.stringify({ template: "sign_in", to: sender, link: "/wallet/open#x" })}::text::jsonb)`;
    await mailWorker.runDue();
    const subjects = inbox.filter(({ to }) => to[0] === sender).map(({ mail }) => mail.subject);
    expect(subjects).toContain("Sign in to your wallet");
    expect(subjects.filter((subject) => subject?.startsWith("Your gift"))).toEqual([]);
    expect((await mailsTo(sender)).map(({ template }) => template)).toContain("gift_settled");
  });
});
