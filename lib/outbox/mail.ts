import { z } from "zod";

/** A mail as it waits in the outbox: to whom, which template, and what the template tells. */
export const Mail = z.discriminatedUnion("template", [
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
    template: z.literal("platform_failing"),
    to: z.string(),
    storeName: z.string(),
    shopName: z.string(),
    secret: z.enum(["token", "secret"]),
    error: z.string(),
    link: z.string(),
  }),
  z.object({
    template: z.literal("card_invitation"),
    to: z.string(),
    merchantId: z.string(),
    cardId: z.string(),
    /** Mails of old have none of these. */
    storeName: z.string().optional(),
    balanceCents: z.number().optional(),
    currency: z.string().optional(),
    link: z.string().optional(),
  }),
  z.object({
    template: z.literal("store_credit"),
    to: z.string(),
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
  z.object({ template: z.literal("sign_in"), to: z.string(), link: z.string() }),
  z.object({
    template: z.literal("gift"),
    to: z.string(),
    merchantId: z.string(),
    giftId: z.string(),
    storeName: z.string(),
    senderEmail: z.string(),
    amountCents: z.number(),
    currency: z.string(),
    message: z.string().nullable(),
    link: z.string(),
  }),
  z.object({
    template: z.literal("gift_settled"),
    to: z.string(),
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
  z.object({
    template: z.literal("team_invitation"),
    to: z.string(),
    storeName: z.string(),
    invitedBy: z.string(),
    role: z.enum(["owner", "manager", "viewer"]),
    link: z.string(),
  }),
  z.object({ template: z.literal("address_proof"), to: z.string(), link: z.string() }),
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

export type Mail = z.infer<typeof Mail>;
