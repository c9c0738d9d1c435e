import { expect, test } from "vitest";
import { keyedHash } from "@/lib/base/config/secrets";
import type { Ctx } from "@/lib/base/context";
import { mailboxOf } from "@/lib/base/email";
import { pg } from "@/lib/db/client/client";
import { inEachBucket } from "@/lib/db/client/in-buckets";
import { activate } from "@/lib/domain/cards/activate";
import { claimByCode } from "@/lib/domain/cards/claim";
import { create } from "@/lib/domain/cards/create";
import { issueStoreCredit } from "@/lib/domain/store-credit/issue";
import { openLink } from "@/lib/domain/wallet/links";
import { configure } from "@/lib/testing/configure";
import { makeCard, outcome } from "@/lib/testing/ledger-fixtures";
import { useMailServer } from "@/lib/testing/mail-server";
import { outcomeOf } from "@/lib/testing/requests";
import { callerWithKey } from "@/lib/testing/store";
import { storeWithTwin } from "@/lib/testing/twin";
import {
  callerAtWallet,
  consumerWithWallet,
  mailedToken,
  uniqueEmail,
  walletHeaders,
} from "@/lib/testing/wallet";
import { listMails, listTestMails } from "./list-mails";
import { mailWorker } from "./send-mails";

const mailServer = useMailServer();

/** Makes emails that a test twin's customers get. */
async function causeMails({ ctx }: Awaited<ReturnType<typeof storeWithTwin>>["twin"]) {
  const email = uniqueEmail();
  const { card } = await create(ctx(), { currency: "USD", cardType: "digital" });
  await activate(ctx(), { cardId: card.id, amountCents: 500, consumerEmail: email });
  await issueStoreCredit(ctx(), { email, amountCents: 500, currency: "USD", source: "promotion" });
  return { email, card };
}

test("emails of a test twin are kept and shown to its team, and never sent nor shown at /dev/mail", async () => {
  const { live, twin, enterTestMode } = await storeWithTwin();
  const { email } = await causeMails(twin);
  await mailWorker.runDue();
  expect(mailServer.inbox.flatMap(({ to }) => to)).not.toContain(email);
  expect(mailServer.inbox.flatMap(({ to }) => to)).not.toContain(live.owner.email);
  const rows = await pg()`select distinct status from outbox where merchant_id = ${twin.id}`;
  expect(rows.map(({ status }) => status)).toEqual(["kept"]);

  expect(await outcomeOf(live.owner.get("/test-mails"))).toBe("403 test_mode_only");
  await enterTestMode(live.owner);
  const { mails } = (await live.owner.get("/test-mails")).body;
  const toCustomer = mails.filter(({ to }: { to: string }) => to === email);
  expect(toCustomer).toHaveLength(2);
  expect(toCustomer[0].text).toContain("Corner Bakery (test)");
  expect(await listTestMails(live.ctx())).toEqual([]);
  // /dev/mail exists only without a mail server.
  const { SMTP_URL } = process.env;
  configure({ SMTP_URL: "" });
  await pg()`delete from outbox where status = 'done'`;
  const shown = await listMails();
  configure({ SMTP_URL });
  expect(shown.filter(({ to }) => to === email)).toEqual([]);
});

/** The daily quotas that emails of a store to an address have counted against. */
async function quotasOf(merchantId: string, ownerId: string, to: string): Promise<string[]> {
  const counted = {
    "mail-store": merchantId,
    "mail-store-owner": ownerId,
    "mail-recipient": `${merchantId} ${mailboxOf(to)}`,
    "mail-recipient-everywhere": mailboxOf(to),
  };
  const subjects = Object.entries(counted).map(
    ([name, who]) => `${name}:${keyedHash("throttle", who).toString("base64url")}`,
  );
  const parts = await inEachBucket(
    () => pg()`select bucket as name from rate_limits
      where subject = any(${subjects}) and cardinality(hits) > 0`,
  );
  return parts
    .flat()
    .map(({ name }) => name)
    .sort();
}

test("emails of a test twin count against no quota of its owner and their customers", async () => {
  const { live, twin } = await storeWithTwin();
  const claim = async (ctx: () => Ctx, till: Pick<typeof twin, "post">) => {
    const { id } = await makeCard(ctx, { amountCents: 100 });
    const email = uniqueEmail();
    expect((await till.post(`/cards/${id}/claim`, { email })).status).toBe(200);
    return email;
  };
  const { email: noticed } = await causeMails(twin);
  const invited = await claim(twin.ctx, twin);
  await mailWorker.runDue();
  for (const email of [noticed, invited]) {
    const mails = await pg()`select distinct status from outbox where payload ->> 'to' = ${email}`;
    expect([...mails]).toEqual([{ status: "kept" }]);
    expect(await quotasOf(twin.id, live.owner.userId, email)).toEqual([]);
  }

  const email = await claim(live.ctx, await callerWithKey(live.ctx()));
  expect(await quotasOf(live.merchantId, live.owner.userId, email)).toEqual([
    "mail-recipient",
    "mail-recipient-everywhere",
    "mail-store",
    "mail-store-owner",
  ]);
});

test("a customer's wallet shows no test card, and can't add one; only its own link opens it", async () => {
  const { twin } = await storeWithTwin();
  const { email, card } = await causeMails(twin);
  const wallet = await consumerWithWallet(email);
  expect((await wallet.get("/cards")).body.cards).toEqual([]);
  expect(await outcomeOf(wallet.get(`/cards/${card.id}`))).toBe("404 not_found");
  const { code } = await makeCard(twin.ctx, { amountCents: 100 });
  const ctx = { ...twin.ctx(), address: "10.9.8.7" };
  expect(await outcome(claimByCode(ctx, email, { code }))).toBe("not_found");

  const consumer = { id: wallet.id, email };
  const principal = {
    ...ctx.principal,
    kind: "customer",
    wallet: { id: wallet.id, only: null },
  } as const;
  const opened = await openLink(
    { ...ctx, consumer, principal },
    { token: await mailedToken(email, "card_invitation") },
  );
  const limited = callerAtWallet(walletHeaders(opened.token ?? ""));
  expect((await limited.get("/cards")).body.cards).toMatchObject([{ uuid: card.id, isTest: true }]);
  // The team opened it, not the customer, whose list of browsers doesn't show it.
  expect((await wallet.get("/sessions")).body.sessions).toHaveLength(1);
});
