import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { GIFT_DESIGNS } from "@/lib/base/gift-designs";
import { textOf } from "./mail-text";
import { mailContentOf } from "./templates";

const MERCHANT_ID = "0197a4f0-5f3b-7c1e-9d53-3b1f5a6c7d8e";

test("a typed name with a line break adds no line to an email or its subject", () => {
  const typed = "Corner Bakery\r\nBcc: eve@example.com\n\nYour card was stopped";
  const link = "http://localhost:3000/wallet";
  const amounts = { amountCents: 500, balanceCents: 500, currency: "USD" };
  const ids = { merchantId: MERCHANT_ID, cardId: "c", giftId: "g" };
  const mail = { ...ids, ...amounts, to: "ada@example.com", storeName: typed, link };
  for (const particulars of [
    { template: "card_invitation" },
    { template: "store_credit", note: typed },
    { template: "gift", senderEmail: "bob@example.com", message: null },
    { template: "team_invitation", invitedBy: typed, role: "viewer" },
    { template: "agreement_proposed", otherStoreName: typed },
    { template: "api_key_created", keyName: typed, access: "Till", createdBy: typed, rolls: true },
    { template: "api_key_changed", keyName: typed, last4: "abcd", changedBy: typed },
    { template: "api_key_expiring", keyName: typed, last4: "abcd", expiresOn: "1 May 2026" },
    { template: "api_keys_left", person: typed, keys: [typed] },
    { template: "platform_failing", shopName: typed, secret: "token", error: typed },
  ]) {
    const { words } = mailContentOf({ id: "m", payload: { ...mail, ...particulars } });
    const lines = [...words.subject.split(/[\r\n]/), ...textOf(words).split("\n")];
    expect(lines.filter((line) => /^(Bcc|Your card was stopped)/.test(line))).toEqual([]);
    expect(words.subject).not.toMatch(/[\r\n]/);
  }
});

test("what somebody typed is no link in a mail: shown as their words, without hidden characters, and cut", () => {
  const typed =
    "Claim at https://evil.example/win or evil。example, write ada@evil.example\u202Egnp";
  const ids = { merchantId: MERCHANT_ID, cardId: "c", giftId: "g" };
  const amounts = { amountCents: 500, balanceCents: 500, currency: "USD" };
  const link = "http://localhost:3000/wallet";
  const mail = { ...ids, ...amounts, to: "ada@example.com", storeName: typed, link };
  const mails = [
    { template: "card_invitation" },
    { template: "store_credit", note: typed },
    { template: "gift", senderEmail: "www.evil.example/win@example.com", message: typed },
    { template: "gift_settled", recipientEmail: "x@evil.example", outcome: "accepted" },
    { template: "team_invitation", invitedBy: typed, role: "viewer" },
  ];
  for (const particulars of mails) {
    const payload = { ...mail, onNewCard: false, ...particulars };
    const { words } = mailContentOf({ id: "m", payload });
    for (const text of [words.subject, textOf(words)]) {
      expect(text, particulars.template).not.toMatch(/evil[.。]example|https:\/\/evil|@evil/);
      expect(text, particulars.template).not.toContain("\u202E");
    }
  }
  const payload = { ...mail, template: "gift", senderEmail: "b@x.org", message: `${typed}\nBye` };
  const text = textOf(mailContentOf({ id: "m", payload }).words);
  expect(text).toMatch(/^Message from b@\u200Bx\.\u200Borg:\n> Claim at .*\n> Bye$/m);
  const long = mailContentOf({ id: "m", payload: { ...payload, message: "word ".repeat(300) } });
  expect(long.words.quote?.text.length).toBeLessThanOrEqual(500);
});

test.each(GIFT_DESIGNS)(
  "the email of a gift with the design %s shows its picture, which is a small file",
  (design) => {
    const gift = { senderEmail: "bob@example.com", message: null, storeName: "Corner Bakery" };
    const amount = { amountCents: 500, currency: "USD", link: "http://localhost:3000/wallet" };
    const ids = { merchantId: MERCHANT_ID, giftId: "g", to: "ada@example.com" };
    const payload = { template: "gift", ...gift, ...amount, ...ids, design };
    const { banner } = mailContentOf({ id: "m", payload }).words;
    const file = new URL(banner?.picture ?? "").pathname;
    const png = readFileSync(`public${file}`);
    expect(png.subarray(1, 4).toString()).toBe("PNG");
    expect(png.length).toBeLessThan(20_000);
  },
);
