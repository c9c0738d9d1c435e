import type { SQL } from "drizzle-orm";
import { z } from "zod";
import { CUSTOMER_LANGUAGES } from "@/lib/base/i18n/languages";
import { newId } from "@/lib/base/ids";
import { LIABILITY_KINDS } from "@/lib/base/liability-kinds";
import type { Tx } from "@/lib/db/client/client";
import { outbox } from "@/lib/db/schema/outbox";
import { TILL_KINDS } from "@/lib/db/schema/till";
import { isTestStore } from "@/lib/domain/stores/test-twin";
import { sealMailed } from "@/lib/ledger/post/sealed-link";

/** The figures of a monthly report, in their order. */
export const REPORTED_FIGURES = ["opening", ...LIABILITY_KINDS, "closing"] as const;

const mailSchema = <Name extends string, Fields extends z.ZodRawShape>(
  template: Name,
  fields: Fields,
) => z.object({ template: z.literal(template), to: z.string(), ...fields });

/** An email in the outbox: its recipient, its template, and the template's values. */
export const Mail = z.discriminatedUnion("template", [
  mailSchema("webhook_disabled", {
    url: z.string(),
    error: z.string(),
    link: z.string(),
    /** The day the oldest missed event is purged. */
    keptUntil: z.string().optional(),
  }),
  mailSchema("platform_failing", {
    storeName: z.string(),
    shopName: z.string(),
    secret: z.enum(["token", "secret"]),
    error: z.string(),
    link: z.string(),
  }),
  mailSchema("card_invitation", {
    merchantId: z.string(),
    cardId: z.string(),
    /** Older emails lack the store name, balance, currency and link. */
    storeName: z.string().optional(),
    balanceCents: z.number().optional(),
    currency: z.string().optional(),
    link: z.string().optional(),
  }),
  mailSchema("store_credit", {
    merchantId: z.string(),
    cardId: z.string(),
    storeName: z.string(),
    /** The amount added. */
    amountCents: z.number(),
    /** The new balance. */
    balanceCents: z.number(),
    currency: z.string(),
    /** The store's reason, shown to the customer. */
    note: z.string().nullable(),
    link: z.string(),
  }),
  mailSchema("receipt", {
    merchantId: z.string(),
    storeName: z.string(),
    number: z.string().nullable(),
    kind: z.enum(TILL_KINDS),
    amountCents: z.number(),
    /** Of a redemption that left something to pay. */
    remainingAmountCents: z.number().nullable(),
    balanceAfterCents: z.number(),
    currency: z.string(),
    last4: z.string(),
  }),
  mailSchema("sign_in", {
    link: z.string(),
    /** Older emails have no code. */
    code: z.string().optional(),
    /** The language of the page where it was requested. */
    language: z.enum(CUSTOMER_LANGUAGES).optional(),
  }),
  mailSchema("gift", {
    merchantId: z.string(),
    giftId: z.string(),
    storeName: z.string(),
    senderEmail: z.string(),
    amountCents: z.number(),
    currency: z.string(),
    message: z.string().nullable(),
    senderName: z.string().nullish(),
    recipientName: z.string().nullish(),
    design: z.string().nullish(),
    link: z.string(),
  }),
  mailSchema("gift_settled", {
    merchantId: z.string(),
    giftId: z.string(),
    storeName: z.string(),
    recipientEmail: z.string(),
    recipientName: z.string().nullish(),
    outcome: z.enum(["accepted", "declined", "expired"]),
    amountCents: z.number(),
    currency: z.string(),
    /** Whether the amount was returned to a new card, because the original one is disabled. */
    onNewCard: z.boolean(),
  }),
  mailSchema("team_invitation", {
    storeName: z.string(),
    invitedBy: z.string(),
    role: z.enum(["owner", "manager", "viewer"]),
    link: z.string(),
  }),
  mailSchema("agreement_proposed", {
    storeName: z.string(),
    otherStoreName: z.string(),
    link: z.string(),
  }),
  mailSchema("api_key_created", {
    storeName: z.string(),
    keyName: z.string(),
    /** The preset's label, or the scopes. */
    access: z.string(),
    createdBy: z.string(),
    /** Whether it replaces another key. */
    rolls: z.boolean(),
    link: z.string(),
  }),
  mailSchema("api_key_changed", {
    storeName: z.string(),
    keyName: z.string(),
    last4: z.string(),
    changedBy: z.string(),
    link: z.string(),
  }),
  mailSchema("api_key_expiring", {
    storeName: z.string(),
    keyName: z.string(),
    last4: z.string(),
    /** A date in the store's time zone, such as "December 1, 2026". */
    expiresOn: z.string(),
    link: z.string(),
  }),
  mailSchema("api_keys_left", {
    storeName: z.string(),
    /** The name of the person who left the team, or whose new `role` allows less. */
    person: z.string(),
    role: z.enum(["owner", "manager", "viewer"]).optional(),
    /** The working keys that they created, with their last 4 characters. */
    keys: z.array(z.string()),
    link: z.string(),
  }),
  mailSchema("monthly_report", {
    storeName: z.string(),
    /** `YYYY-MM`. */
    month: z.string(),
    currencies: z.array(
      z.object({
        currency: z.string(),
        /** Amounts in minor units, as exact numbers in text; `before` is null without a month before. */
        figures: z.array(
          z.object({
            name: z.enum(REPORTED_FIGURES),
            cents: z.string(),
            before: z.string().nullable(),
          }),
        ),
      }),
    ),
    link: z.string(),
  }),
  mailSchema("address_proof", { link: z.string() }),
  mailSchema("email_change", { link: z.string() }),
  mailSchema("email_change_requested", {}),
  mailSchema("email_change_taken", {}),
  mailSchema("email_changed", {}),
  mailSchema("large_redemption", {
    storeName: z.string(),
    currency: z.string(),
    /** The first ones; `at` is in the store's time zone. */
    redemptions: z.array(z.object({ amountCents: z.number(), last4: z.string(), at: z.string() })),
    /** How many there are. */
    count: z.number(),
    link: z.string(),
  }),
  mailSchema("account_exists", {}),
  mailSchema("store_created", {}),
  mailSchema("passkey_changed", { change: z.enum(["added", "removed"]), name: z.string() }),
  mailSchema("password_reset", { link: z.string() }),
  mailSchema("password_changed", {}),
  mailSchema("two_step_changed", {
    change: z.enum(["on", "off", "codes_replaced", "code_used"]),
    /** The number of unused recovery codes. */
    codesLeft: z.number(),
  }),
]);

export type Mail = z.infer<typeof Mail>;

type Queued = {
  id?: string;
  /** When to send it; now by default. */
  sendAt?: SQL;
  /** True if its quotas were counted already. */
  counted?: boolean;
};

/**
 * Queues an email in the transaction that triggers it. Its link and code are encrypted. A test twin's email is kept, and
 * never sent.
 */
export async function queueMail(
  tx: Tx,
  merchantId: string | null,
  mail: Mail,
  { id = newId(), sendAt, counted }: Queued = {},
): Promise<void> {
  const isKept = merchantId !== null && (await isTestStore(tx, merchantId));
  await tx.insert(outbox).values({
    id,
    merchantId,
    kind: "email",
    ...(isKept && { status: "kept" }),
    payload: { ...mail, ...sealedSecrets(id, mail), ...(counted && { counted }) },
    ...(sendAt && { nextAttemptAt: sendAt }),
  });
}

const sealedSecrets = (id: string, mail: Mail) => ({
  ...("link" in mail && mail.link && { link: sealMailed(id, mail.link) }),
  ...("code" in mail && mail.code && { code: sealMailed(id, mail.code) }),
});
