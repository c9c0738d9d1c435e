import { z } from "zod";

const mail = <Name extends string, Fields extends z.ZodRawShape>(template: Name, fields: Fields) =>
  z.object({ template: z.literal(template), to: z.string(), ...fields });

/** A mail in the outbox: its recipient, its template, and the template's values. */
export const Mail = z.discriminatedUnion("template", [
  mail("webhook_disabled", {
    url: z.string(),
    error: z.string(),
    link: z.string(),
    /** The first day on which a missed event is purged. */
    keptUntil: z.string().optional(),
  }),
  mail("platform_failing", {
    storeName: z.string(),
    shopName: z.string(),
    secret: z.enum(["token", "secret"]),
    error: z.string(),
    link: z.string(),
  }),
  mail("card_invitation", {
    merchantId: z.string(),
    cardId: z.string(),
    /** Mails of old have none of these. */
    storeName: z.string().optional(),
    balanceCents: z.number().optional(),
    currency: z.string().optional(),
    link: z.string().optional(),
  }),
  mail("store_credit", {
    merchantId: z.string(),
    cardId: z.string(),
    storeName: z.string(),
    /** What was added. */
    amountCents: z.number(),
    /** What there is now. */
    balanceCents: z.number(),
    currency: z.string(),
    /** The store's reason. */
    note: z.string().nullable(),
    link: z.string(),
  }),
  mail("sign_in", { link: z.string() }),
  mail("gift", {
    merchantId: z.string(),
    giftId: z.string(),
    storeName: z.string(),
    senderEmail: z.string(),
    amountCents: z.number(),
    currency: z.string(),
    message: z.string().nullable(),
    link: z.string(),
  }),
  mail("gift_settled", {
    merchantId: z.string(),
    giftId: z.string(),
    storeName: z.string(),
    recipientEmail: z.string(),
    outcome: z.enum(["accepted", "declined", "expired"]),
    amountCents: z.number(),
    currency: z.string(),
    /** Whether the money came back on a new card, for its own takes none any more. */
    onNewCard: z.boolean(),
  }),
  mail("team_invitation", {
    storeName: z.string(),
    invitedBy: z.string(),
    role: z.enum(["owner", "manager", "viewer"]),
    link: z.string(),
  }),
  mail("address_proof", { link: z.string() }),
  mail("password_reset", { link: z.string() }),
  mail("password_changed", {}),
  mail("two_step_changed", {
    change: z.enum(["on", "off", "codes_replaced", "code_used"]),
    /** Recovery codes that can still be used. */
    codesLeft: z.number(),
  }),
]);

export type Mail = z.infer<typeof Mail>;
