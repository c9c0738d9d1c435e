import { z } from "zod";
import { env } from "../env";

const Mail = z.discriminatedUnion("template", [
  z.object({
    template: z.literal("webhook_disabled"),
    to: z.string(),
    url: z.string(),
    error: z.string(),
    link: z.string(),
    /** The day before which nothing it missed is forgotten, in words; mails of old have none. */
    keptUntil: z.string().optional(),
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
  z.object({ template: z.literal("password_reset"), to: z.string(), link: z.string() }),
  z.object({ template: z.literal("password_changed"), to: z.string() }),
  z.object({
    template: z.literal("two_step_changed"),
    to: z.string(),
    change: z.enum(["on", "off", "codes_replaced", "code_used"]),
    /** Recovery codes that can still be used. */
    codesLeft: z.number(),
  }),
]);

/** A mail as it waits in the outbox: to whom, which template, and what the template tells. */
export type Mail = z.infer<typeof Mail>;

type Words = { subject: string; paragraphs: string[] };
type Templates = {
  [Name in Mail["template"]]: (mail: Extract<Mail, { template: Name }>) => Words;
};

const NOT_YOU = () =>
  `If it wasn't you, choose another password now: ${env().appUrl}/forgot-password`;

const TWO_STEP_CHANGES = {
  on: ["Two-step sign-in is on", "Signing in now asks for a code from your device as well."],
  off: ["Two-step sign-in is off", "Signing in asks for your password alone."],
  codes_replaced: ["Your recovery codes were replaced", "The former ones no longer work."],
  code_used: ["A recovery code was used", "Somebody signed in or changed your security with it."],
} as const;

const TEMPLATES: Templates = {
  webhook_disabled: ({ url, error, link, keptUntil }) => ({
    subject: "A webhook was disabled",
    paragraphs: [
      `Three deliveries in a row to ${url} failed, retries included, and the webhook was disabled.`,
      `The last error: ${error}`,
      `No event is lost: each is kept for 30 days${keptUntil ? `, the first of them until ${keptUntil}` : ""}. Test the endpoint, switch the webhook on again and replay what it missed here:`,
      link,
    ],
  }),
  card_invitation: () => ({
    subject: "A gift card is yours",
    paragraphs: ["A gift card was given to this e-mail address.", `${env().appUrl}/wallet`],
  }),
  team_invitation: ({ storeName, invitedBy, role, link }) => ({
    subject: `Join ${oneLine(storeName)} on Scrip`,
    paragraphs: [
      `${oneLine(invitedBy)} invites you to the team of ${oneLine(storeName)} as ${role}.`,
      "This link lets you accept. It works once, for seven days:",
      link,
      "If you did not expect it, there is nothing to do.",
    ],
  }),
  password_reset: ({ link }) => ({
    subject: "Choose a new password",
    paragraphs: [
      "Somebody, most likely you, asked for a new password for this address. Choose it here; the link works once, for 30 minutes:",
      link,
      "If it wasn't you, do nothing: your password stays as it is.",
    ],
  }),
  password_changed: () => ({
    subject: "Your password was changed",
    paragraphs: [
      "The password of your account was changed, and its other sessions were ended.",
      NOT_YOU(),
    ],
  }),
  two_step_changed: ({ change, codesLeft }) => {
    const [subject, consequence] = TWO_STEP_CHANGES[change];
    const left = `Recovery codes left: ${codesLeft}.`;
    return { subject, paragraphs: [consequence, ...(change === "off" ? [] : [left]), NOT_YOU()] };
  },
};

/** A mail's words, from what the outbox holds of it. Throws for a template that does not exist. */
export function renderMail(payload: unknown): { to: string; subject: string; text: string } {
  const mail = Mail.parse(payload);
  // The compiler can't see that the template and the mail it is looked up for belong together.
  const template = TEMPLATES[mail.template] as (mail: Mail) => Words;
  const { subject, paragraphs } = template(mail);
  return { to: mail.to, subject, text: paragraphs.join("\n\n") };
}

/** A name that somebody typed, which must not become lines of its own. */
const oneLine = (text: string): string => text.replace(/\s+/g, " ");
