import { z } from "zod";
import { env } from "../env";

const Mail = z.discriminatedUnion("template", [
  z.object({
    template: z.literal("webhook_disabled"),
    to: z.string(),
    url: z.string(),
    error: z.string(),
    link: z.string(),
  }),
  z.object({
    template: z.literal("card_invitation"),
    to: z.string(),
    merchantId: z.string(),
    cardId: z.string(),
  }),
  z.object({
    template: z.literal("team_invitation"),
    to: z.string(),
    storeName: z.string(),
    invitedBy: z.string(),
    role: z.enum(["owner", "manager", "viewer"]),
    link: z.string(),
  }),
]);

/** A mail as it waits in the outbox: to whom, which template, and what the template tells. */
export type Mail = z.infer<typeof Mail>;

/** A mail's words, from what the outbox holds of it. Throws for a template that does not exist. */
export function renderMail(payload: unknown): { to: string; subject: string; text: string } {
  const mail = Mail.parse(payload);
  if (mail.template === "webhook_disabled") {
    return {
      to: mail.to,
      subject: "A webhook was disabled",
      text: [
        `Three deliveries in a row to ${mail.url} failed, retries included, and the webhook was disabled.`,
        `The last error: ${mail.error}`,
        "No event is lost: what happens meanwhile is kept for 30 days. Test the endpoint, switch the webhook on again and replay what it missed here:",
        mail.link,
      ].join("\n\n"),
    };
  }
  if (mail.template === "team_invitation") {
    return {
      to: mail.to,
      subject: `Join ${oneLine(mail.storeName)} on Scrip`,
      text: [
        `${oneLine(mail.invitedBy)} invites you to the team of ${oneLine(mail.storeName)} as ${mail.role}.`,
        "This link lets you accept. It works once, for seven days:",
        mail.link,
        "If you did not expect it, there is nothing to do.",
      ].join("\n\n"),
    };
  }
  return {
    to: mail.to,
    subject: "A gift card is yours",
    text: `A gift card was given to this e-mail address.\n\n${env().appUrl}/wallet`,
  };
}

/** A name that somebody typed, which must not become lines of its own. */
const oneLine = (text: string): string => text.replace(/\s+/g, " ");
