import { expect, test } from "vitest";
import { mailContentOf, textOf } from "./templates";

test("a name that somebody typed makes no line of its own in a mail, nor in its subject", () => {
  const typed = "Corner Bakery\r\nBcc: eve@example.com\n\nYour card was stopped";
  const link = "http://localhost:3000/wallet";
  const amounts = { amountCents: 500, balanceCents: 500, currency: "USD" };
  const ids = { merchantId: "m", cardId: "c", giftId: "g" };
  const mail = { ...ids, ...amounts, to: "ada@example.com", storeName: typed, link };
  for (const particulars of [
    { template: "card_invitation" },
    { template: "store_credit", note: typed },
    { template: "gift", senderEmail: "bob@example.com", message: null },
    { template: "team_invitation", invitedBy: typed, role: "viewer" },
    { template: "agreement_proposed", otherStoreName: typed },
    { template: "api_key_created", keyName: typed, access: "Till", createdBy: typed, rolls: true },
    { template: "api_key_expiring", keyName: typed, last4: "abcd", expiresOn: "1 May 2026" },
    { template: "api_keys_left", person: typed, keys: [typed] },
    { template: "platform_failing", shopName: typed, secret: "token", error: typed },
  ]) {
    const { words } = mailContentOf({ ...mail, ...particulars });
    const lines = [...words.subject.split(/[\r\n]/), ...textOf(words).split("\n")];
    expect(lines.filter((line) => /^(Bcc|Your card was stopped)/.test(line))).toEqual([]);
    expect(words.subject).not.toMatch(/[\r\n]/);
  }
});
