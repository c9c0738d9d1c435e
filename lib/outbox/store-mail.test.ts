import { beforeEach, describe, expect, test } from "vitest";
import { claim } from "@/lib/cards/claim";
import { activate } from "@/lib/cards/movements";
import { db, pg } from "@/lib/db/client";
import { acceptGift } from "@/lib/gifts/accept-or-return";
import { sendGift } from "@/lib/gifts/send";
import { issueStoreCredit } from "@/lib/store-credit/issue";
import { configure } from "@/lib/testing/configure";
import { makeCard, outcome, sameRequestContexts } from "@/lib/testing/ledger-fixtures";
import { useMailServer } from "@/lib/testing/mail-server";
import { auditOf } from "@/lib/testing/portal";
import { createStore } from "@/lib/testing/store";
import { mailsTo, templatesTo, uniqueEmail } from "@/lib/testing/wallet";
import { mailWorker } from "./send-mails";
import {
  findSuppression,
  listSuppressions,
  recordMailEvent,
  removeSuppression,
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

describe("quotas", () => {
  test("one address gets ten mails a day from a store, and the refusal says when to retry", async () => {
    const store = await createStore();
    const { give } = await adasCard(store);
    const email = uniqueEmail();
    for (let n = 0; n < 10; n++) await give(email);
    const refused = await give(email).catch((error) => error);
    expect(refused).toMatchObject({ code: "rate_limited" });
    expect(Number(refused.options.headers["Retry-After"])).toBeGreaterThan(86_000);
    expect(await templatesTo(email)).toHaveLength(10);
    await give(uniqueEmail());
    await (await adasCard(await createStore())).give(email);
  });

  test("one address gets fifty mails a day from all stores together", async () => {
    const email = uniqueEmail();
    for (let n = 0; n < 5; n++) {
      const { give } = await adasCard(await createStore());
      for (let m = 0; m < 10; m++) await give(email);
    }
    const { give } = await adasCard(await createStore());
    expect(await outcome(give(email))).toBe("rate_limited");
  });

  test("a store sends no more than its quota; a change goes on without its mail, and the audit log says so", async () => {
    configure({ MAIL_PER_STORE_DAILY: "2" });
    const store = await createStore();
    const emails = [uniqueEmail(), uniqueEmail(), uniqueEmail()];
    for (const email of emails) await creditTo(store, email);
    expect(await mailWorker.runDue()).toEqual({ sent: 2, failed: 0, suppressed: 1 });
    expect(inbox.flatMap(({ to }) => to)).toEqual(emails.slice(0, 2));
    expect(await auditOf(store.id, "mail.skipped")).toMatchObject([
      { actor: "system", details: { email: emails[2], template: "store_credit" } },
    ]);
    const { give } = await adasCard(store);
    expect(await outcome(give(uniqueEmail()))).toBe("rate_limited");
    configure({ MAIL_PER_STORE_DAILY: "" });
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
      /Stop email from Corner Bakery: http:\/\/localhost:3000\/unsubscribe\//,
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

  test("who unsubscribed gets no gift: it is refused before money moves", async () => {
    const store = await createStore();
    const email = uniqueEmail();
    await creditTo(store, email);
    await mailWorker.runDue();
    await unsubscribe(tokenIn(links().list));
    const { give } = await adasCard(store);
    await expect(give(email)).rejects.toMatchObject({
      options: { fields: [{ path: "recipientEmail" }] },
    });
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
