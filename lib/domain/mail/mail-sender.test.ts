import { expect, test } from "vitest";
import { db, pg } from "@/lib/db/client/client";
import { useMailServer } from "@/lib/testing/mail-server";
import { createStore } from "@/lib/testing/store";
import { uniqueEmail } from "@/lib/testing/wallet";
import { type Mail, queueMail } from "./mail";
import { mailWorker, renderMail } from "./send-mails";

const { inbox } = useMailServer();

const BRANDING = {
  name: "Juniper Street Books",
  brandColor: "#2b3f75",
  supportEmail: "help@juniper.example",
  supportPhone: "+1 503 555 0142",
  termsUrl: "https://juniper.example/terms",
};

const link = "http://localhost:3000/wallet";

/** The emails that customers of a store get. */
function customerMails(merchantId: string, to = "ada@example.com"): Mail[] {
  const store = { to, merchantId, storeName: BRANDING.name };
  const amount = { amountCents: 500, currency: "USD" };
  return [
    {
      template: "card_invitation",
      ...store,
      cardId: "c",
      balanceCents: 500,
      currency: "USD",
      link,
    },
    {
      template: "store_credit",
      ...store,
      ...amount,
      cardId: "c",
      balanceCents: 500,
      note: null,
      link,
    },
    {
      template: "gift",
      ...store,
      ...amount,
      giftId: "g",
      senderEmail: "b@x.org",
      message: null,
      link,
    },
    {
      template: "gift_settled",
      ...store,
      ...amount,
      giftId: "g",
      recipientEmail: "b@x.org",
      outcome: "accepted",
      onNewCard: false,
    },
  ];
}

const render = (payload: Mail) => renderMail({ id: "m", payload });

test("every email to a customer is the store's: its name, color, logo, contact and terms", async () => {
  const { id } = await createStore(BRANDING);
  await pg()`insert into store_logos (merchant_id, image, width_px, height_px, hash)
    values (${id}, '\\x89', 1, 1, '\\xabcd')`;
  for (const mail of customerMails(id)) {
    const { from, replyTo, html, text } = { replyTo: null, ...(await render(mail)) };
    expect(from, mail.template).toEqual({ name: BRANDING.name, address: "mail@scrip.example.com" });
    expect(replyTo, mail.template).toBe(BRANDING.supportEmail);
    expect(html, mail.template).toContain(`http://localhost:3000/api/store-logos/${id}/abcd.png`);
    expect(html, mail.template).toMatch(
      /background-color:#2b3f75[^"]*color:#ffffff|color:#ffffff[^"]*background-color:#2b3f75/,
    );
    expect(html, mail.template).toContain(`mailto:${BRANDING.supportEmail}`);
    expect(html, mail.template).toContain("tel:+15035550142");
    expect(html, mail.template).toContain(`href="${BRANDING.termsUrl}"`);
    expect(html, mail.template).not.toContain("Scrip");
    expect(text, mail.template).toContain(
      `Questions? Contact ${BRANDING.name}: ${BRANDING.supportEmail}, ${BRANDING.supportPhone}`,
    );
    expect(text, mail.template).toContain(`Gift card terms: ${BRANDING.termsUrl}`);
  }
});

test("an email loads nothing but the store's logo, and leads to its page", async () => {
  const { id } = await createStore(BRANDING);
  await pg()`insert into store_logos (merchant_id, image, width_px, height_px, hash)
    values (${id}, '\\x89', 1, 1, '\\xabcd')`;
  for (const mail of customerMails(id)) {
    const { html = "" } = await render(mail);
    const withoutLogo = html.replace(/<(img|link)\b[^>]*\/api\/store-logos\/[^>]*>/g, "");
    expect(withoutLogo, mail.template).not.toMatch(/<(img|link|script)\b|url\(/);
  }
});

test("text on a light color is black, and a pale button has an outline", async () => {
  const { id } = await createStore({ brandColor: "#ffd400" });
  const [invitation] = customerMails(id);
  const { html } = await render(invitation as Mail);
  expect(html).toMatch(/background-color:#ffd400/);
  expect(html).toMatch(/border:1px solid/);
  expect(html).not.toMatch(/background-color:#ffd400[^"]*color:#ffffff/);
});

test("a store without branding sends in its own name, and replies go where they always did", async () => {
  const { id } = await createStore();
  const mail = await render(customerMails(id)[0] as Mail);
  expect(mail.from).toEqual({ name: "Test store", address: "mail@scrip.example.com" });
  expect(mail).not.toHaveProperty("replyTo");
  expect(mail.html).not.toContain("<img");
});

test("a sender name goes by SMTP as one name, never as an address or another header", async () => {
  const typed = "Juniper\r\nBcc: eve@evil.example <support@bank.example>";
  const { id } = await createStore({ ...BRANDING, senderName: typed });
  const to = uniqueEmail();
  await db().transaction(async (tx) => {
    await queueMail(tx, id, customerMails(id, to)[0] as Mail);
  });
  await mailWorker.runDue();
  const sent = inbox.find((mail) => mail.to.includes(to));
  expect(sent?.from).toBe("mail@scrip.example.com");
  expect(sent?.to).toEqual([to]);
  expect(sent?.mail.from?.address).toBe("mail@scrip.example.com");
  expect(sent?.mail.from?.name).toMatch(/^Juniper Bcc: eve/);
  expect(sent?.mail.from?.name).not.toContain("@evil.example");
  expect(sent?.mail.bcc).toBeUndefined();
  expect(sent?.mail.replyTo).toMatchObject([{ address: BRANDING.supportEmail }]);
});

test("emails to a store's team and sign-in links are Scrip's", async () => {
  await createStore(BRANDING);
  const team = { storeName: BRANDING.name, invitedBy: "Ada", role: "viewer" } as const;
  const mails: Mail[] = [
    { template: "team_invitation", to: "bob@example.com", ...team, link },
    { template: "sign_in", to: "ada@example.com", link },
  ];
  for (const mail of mails) {
    const { from, html } = await render(mail);
    expect(from).toBe("Scrip <mail@scrip.example.com>");
    expect(html).toContain(">Scrip</p>");
  }
});
