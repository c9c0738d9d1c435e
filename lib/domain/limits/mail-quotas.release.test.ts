import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { newId } from "@/lib/base/ids";
import { db, pg } from "@/lib/db/client/client";
import { claim } from "@/lib/domain/cards/claim";
import { cancelGift } from "@/lib/domain/gifts/accept-or-return";
import { type NewGift, sendGift } from "@/lib/domain/gifts/send";
import { mailWorker } from "@/lib/domain/mail/send-mails";
import { issueStoreCredit } from "@/lib/domain/store-credit/issue";
import { insertStore } from "@/lib/domain/stores/create";
import { configure } from "@/lib/testing/configure";
import { makeCard, outcome } from "@/lib/testing/ledger-fixtures";
import { useMailServer } from "@/lib/testing/mail-server";
import { auditOf, storeWithPeople } from "@/lib/testing/portal";
import { createStore } from "@/lib/testing/store";
import { uniqueEmail } from "@/lib/testing/wallet";

const { inbox } = useMailServer();

beforeEach(async () => {
  inbox.length = 0;
  await pg()`delete from outbox`;
});
afterEach(() => configure({ MAIL_PER_STORE_DAILY: "" }));

type Store = Pick<Awaited<ReturnType<typeof createStore>>, "ctx">;

const creditTo = ({ ctx }: Store, email = uniqueEmail()) =>
  issueStoreCredit(ctx(), { email, amountCents: 100, currency: "USD", source: "manual" });

/** A card that a customer can give away. */
async function ownedCard({ ctx }: Store, owner = uniqueEmail()) {
  const { id: cardId, ownerId: senderId } = await makeCard(ctx, { amountCents: 10_000, owner });
  const give = (recipientEmail = uniqueEmail(), more: Partial<NewGift> = {}) =>
    sendGift(ctx(), { cardId, senderId, recipientEmail, amountCents: 10, ...more });
  return { senderId, give };
}

/** A claim of another card, which mails its customer an invitation. */
async function invite({ ctx }: Store) {
  const { id: cardId } = await makeCard(ctx, { amountCents: 100 });
  return await outcome(claim(ctx(), { cardId, email: uniqueEmail() }));
}

const clearQuotas = () => pg()`update rate_limits set hits = '{}'`;
const makeDue = () => pg()`update outbox set next_attempt_at = now() where status = 'pending'`;
const inOneDay = () => Promise.all([clearQuotas(), makeDue()]);
const waiting = async () => [
  ...(await pg()`select attempts, next_attempt_at - now() between interval '23 hours'
      and interval '31 hours' as "waitsADay"
    from outbox where status = 'pending'`),
];

describe("one mailbox", () => {
  test("gets ten mails a day from a store, and the refusal says when to retry", async () => {
    const store = await createStore();
    const { give } = await ownedCard(store);
    const name = uniqueEmail().replace("@example.com", "");
    const email = `${name}@example.com`;
    for (let n = 0; n < 10; n++) await give(n === 0 ? email : `${name}+${n}@example.com`);
    const refused = await give(email).catch((error) => error);
    expect(refused).toMatchObject({ code: "rate_limited" });
    expect(Number(refused.options.headers["Retry-After"])).toBeGreaterThan(86_000);
    expect(await pg()`select from outbox where payload ->> 'template' = 'gift'`).toHaveLength(10);
    await give();
    await (await ownedCard(await createStore())).give(email);
  });

  test("gets fifty mails a day from all stores together", async () => {
    const email = uniqueEmail();
    for (let n = 0; n < 5; n++) {
      const { give } = await ownedCard(await createStore());
      for (let m = 0; m < 10; m++) await give(email);
    }
    const { give } = await ownedCard(await createStore());
    expect(await outcome(give(email))).toBe("rate_limited");
  });
});

describe("a mail over the quota of its store", () => {
  const overQuota = async () => {
    configure({ MAIL_PER_STORE_DAILY: "2" });
    const store = await createStore();
    const emails = [uniqueEmail(), uniqueEmail(), uniqueEmail()];
    for (const email of emails) await creditTo(store, email);
    expect(await mailWorker.runDue()).toEqual({ sent: 2, failed: 0, suppressed: 0 });
    expect(inbox.flatMap(({ to }) => to)).toEqual(emails.slice(0, 2));
    return { store, email: emails[2] };
  };

  test("waits until the quota has room, without using up an attempt", async () => {
    const { store, email } = await overQuota();
    expect(await invite(store)).toBe("rate_limited");
    expect(await waiting()).toEqual([{ attempts: 0, waitsADay: true }]);
    await inOneDay();
    expect(await mailWorker.runDue()).toEqual({ sent: 1, failed: 0, suppressed: 0 });
    expect(inbox.at(-1)?.to).toEqual([email]);
    expect(await auditOf(store.id, "mail.skipped")).toEqual([]);
  });

  test("is given up after 14 days, and the audit log says so", async () => {
    const { store, email } = await overQuota();
    const waitedFor = async (days: number) => {
      await pg()`update outbox set next_attempt_at = now(), payload = payload
        || jsonb_build_object('postponedAt', now() - make_interval(days => ${days}))
        where status = 'pending'`;
      return await mailWorker.runDue();
    };
    expect(await waitedFor(13)).toEqual({ sent: 0, failed: 0, suppressed: 0 });
    expect(await waitedFor(14)).toEqual({ sent: 0, failed: 0, suppressed: 1 });
    expect(await auditOf(store.id, "mail.skipped")).toMatchObject([
      { actor: "system", details: { email, template: "store_credit" } },
    ]);
  });
});

test("the stores of one owner send three times a store's quota together", async () => {
  configure({ MAIL_PER_STORE_DAILY: "2" });
  const { owner } = await storeWithPeople();
  for (let n = 0; n < 4; n++) {
    const { merchantId } = await db().transaction((tx) =>
      insertStore(tx, { name: `Store ${n}` }, owner.userId, null),
    );
    const { ctx } = await createStore();
    const store = { ctx: () => ctx({ merchantId }) };
    for (let m = 0; m < 2; m++) await creditTo(store);
  }
  expect(await mailWorker.runDue()).toEqual({ sent: 6, failed: 0, suppressed: 0 });
  expect(await waiting()).toHaveLength(2);
});

describe("gifts of customers", () => {
  test("have a quota of their own, so that the store's mail never waits for them", async () => {
    configure({ MAIL_PER_STORE_DAILY: "2" });
    const store = await createStore();
    const { give } = await ownedCard(store);
    for (let n = 0; n < 2; n++) await give();
    expect(await outcome(give())).toBe("rate_limited");
    expect([await invite(store), await invite(store), await invite(store)]).toEqual([
      "done",
      "done",
      "rate_limited",
    ]);
  });

  test("are sent twenty times a day by one person, cancelled ones and other spellings of their email included", async () => {
    const store = await createStore();
    const name = newId();
    const { give, senderId } = await ownedCard(store, `${name}@example.com`);
    const { ctx } = store;
    for (let n = 0; n < 20; n++) {
      const { gift } = await give();
      await cancelGift(ctx(), { giftId: gift.id, senderId });
    }
    await expect(give()).rejects.toMatchObject({
      code: "rate_limited",
      message: "You've sent 20 gifts in the last 24 hours. Try again tomorrow.",
    });
    const alias = await ownedCard(await createStore(), `${name}+2@example.com`);
    expect(await outcome(alias.give())).toBe("rate_limited");
    expect(await outcome((await ownedCard(store)).give())).toBe("done");
  });

  test("of a later day count on that day as well", async () => {
    configure({ MAIL_PER_STORE_DAILY: "1" });
    const store = await createStore();
    const { give } = await ownedCard(store);
    await pg()`delete from outbox`;
    const recipient = uniqueEmail();
    const deliverOn = new Date(Date.now() + 48 * 3_600_000).toISOString().slice(0, 10);
    await give(recipient, { deliverOn });
    expect(await outcome(give())).toBe("rate_limited");
    await clearQuotas();
    await give();
    await makeDue();
    expect(await mailWorker.runDue()).toEqual({ sent: 1, failed: 0, suppressed: 0 });
    expect(await waiting()).toEqual([{ attempts: 0, waitsADay: true }]);
    await inOneDay();
    expect(await mailWorker.runDue()).toEqual({ sent: 1, failed: 0, suppressed: 0 });
    expect(inbox.at(-1)?.to).toEqual([recipient]);
  });
});
