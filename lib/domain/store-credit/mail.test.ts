import { expect, test } from "vitest";
import { renderMail } from "@/lib/domain/mail/send-mails";
import { mailsTo, storeWithCardMaker, uniqueEmail } from "@/lib/testing/wallet";
import { issueStoreCredit } from "./issue";

test("each store credit sends one email, with its reason and the new balance", async () => {
  const { ctx } = await storeWithCardMaker({ name: "Corner Bakery" });
  const email = uniqueEmail();
  const credit = { email, amountCents: 1_200, currency: "USD", source: "manual" };
  await issueStoreCredit(ctx(), { ...credit, note: "The cake\nwas late" });
  const keyed = () =>
    ctx({ idempotency: { key: `key-${email}`, fingerprint: Buffer.from(email), path: "/test" } });
  await issueStoreCredit(keyed(), { ...credit, amountCents: 300 });
  await issueStoreCredit(keyed(), { ...credit, amountCents: 300 });

  const mails = await mailsTo(email);
  expect(mails.map(({ template }) => template)).toEqual(["store_credit", "store_credit"]);
  const [first, second] = await Promise.all(
    mails.map((payload) => renderMail({ id: "", payload })),
  );
  expect(first?.subject).toBe("$12.00 in store credit from Corner Bakery");
  expect(first?.text).toContain("Message from Corner Bakery:\n> The cake\n> was late");
  expect(first?.text).toContain("/wallet/open#");
  expect(first?.text).not.toContain("gift");
  expect(second?.text).toContain("added $3.00");
  expect(second?.text).toContain("now $15.00");
  expect(second?.text).not.toContain("/wallet/open#");
});

test("a refused store credit sends no email", async () => {
  const { ctx } = await storeWithCardMaker();
  const email = uniqueEmail();
  const most = { email, amountCents: 9_007_199_254_740_991, currency: "USD", source: "manual" };
  await issueStoreCredit(ctx(), most);
  await issueStoreCredit(ctx(), { ...most, amountCents: 1 }).catch(() => {});
  expect(await mailsTo(email)).toHaveLength(1);
});
