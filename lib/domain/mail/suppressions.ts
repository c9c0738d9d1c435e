import { and, desc, eq, inArray, sql } from "drizzle-orm";
import { keyedHash, keyedHashes, seal, unseal } from "@/lib/base/config/secrets";
import { type Ctx, requireScope } from "@/lib/base/context";
import { mailboxOf } from "@/lib/base/email";
import { found, invalidField } from "@/lib/base/errors";
import { newId } from "@/lib/base/ids";
import { type Db, db, type Tx } from "@/lib/db/client/client";
import { inBucketOf } from "@/lib/db/client/in-buckets";
import {
  mailSuppressions,
  type SUPPRESSION_REASONS,
  undeliverableAddresses,
} from "@/lib/db/schema/mail-suppressions";
import { merchants } from "@/lib/db/schema/merchants";
import { audit, authorOf } from "@/lib/domain/audit/audit";
import { readUnsubscribeToken } from "./unsubscribe-link";

export type SuppressionReason = (typeof SUPPRESSION_REASONS)[number];

const PURPOSE = "mail-suppression";

/** Which reason counts if an address has several, the first one that applies. */
export const REASONS_BY_WEIGHT = ["complained", "unsubscribed", "bounced"] as const;

/** The hash that is stored for an address, the same for all spellings of its mailbox. */
export const suppressionHash = (email: string): Buffer => keyedHash(PURPOSE, mailboxOf(email));

/** Hashes for finding an address: under ENCRYPTION_KEY and each former key. */
const hashesOf = (email: string): Buffer[] => keyedHashes(PURPOSE, mailboxOf(email));

const unsealEmail = (merchantId: string, id: string, sealed: string): string =>
  unseal(PURPOSE, `${merchantId}:${id}`, sealed);

/** Why the store sends no email to this normalized address; null if it does. A complaint comes first. */
export async function findSuppression(
  on: Db | Tx,
  merchantId: string,
  email: string,
): Promise<SuppressionReason | null> {
  const hashes = hashesOf(email);
  const rows = await on
    .select({ reason: sql<SuppressionReason>`reason` })
    .from(undeliverableAddresses)
    .where(inArray(undeliverableAddresses.emailHash, hashes))
    .unionAll(
      on
        .select({ reason: sql<SuppressionReason>`reason` })
        .from(mailSuppressions)
        .where(
          and(
            eq(mailSuppressions.merchantId, merchantId),
            inArray(mailSuppressions.emailHash, hashes),
          ),
        ),
    );
  const reasons = rows.map(({ reason }) => reason);
  return REASONS_BY_WEIGHT.find((reason) => reasons.includes(reason)) ?? null;
}

/** Whether email to this normalized address came back, so that nobody sends it any, even if a person asks for it. */
export async function isUndeliverable(on: Db | Tx, email: string): Promise<boolean> {
  const { emailHash, reason } = undeliverableAddresses;
  const bounced = and(inArray(emailHash, hashesOf(email)), eq(reason, "bounced"));
  return (await on.$count(undeliverableAddresses, bounced)) > 0;
}

/** Adds an address to the store's list. Only a bounce is replaced by another reason. */
export async function suppress(
  on: Db | Tx,
  merchantId: string,
  email: string,
  reason: SuppressionReason,
): Promise<void> {
  const id = newId();
  await on
    .insert(mailSuppressions)
    .values({
      merchantId,
      id,
      emailHash: suppressionHash(email),
      sealedEmail: seal(PURPOSE, `${merchantId}:${id}`, email),
      reason,
    })
    .onConflictDoUpdate({
      target: [mailSuppressions.merchantId, mailSuppressions.emailHash],
      set: { reason },
      setWhere: eq(mailSuppressions.reason, "bounced"),
    });
}

/** The name of the store whose email the link stops. Refuses: not_found. */
export async function readUnsubscribeLink(token: string): Promise<{ storeName: string }> {
  const { merchantId } = found(readUnsubscribeToken(token));
  const [store] = await db()
    .select({ storeName: merchants.name })
    .from(merchants)
    .where(eq(merchants.id, merchantId));
  return found(store);
}

/** Stops the store's email to the link's address. Can be repeated. Refuses: not_found. */
export async function unsubscribe(token: string): Promise<{ storeName: string }> {
  const link = await readUnsubscribeLink(token);
  const { merchantId, email } = found(readUnsubscribeToken(token));
  await inBucketOf(merchantId, () => suppress(db(), merchantId, email, "unsubscribed"));
  return link;
}

export type MailEvent = { type: "bounce" | "complaint"; email: string };

/** Stops email of all stores to an address: mail to it bounced permanently or was reported as spam. */
export async function recordMailEvent({ type, email }: MailEvent): Promise<object> {
  const reason = type === "bounce" ? "bounced" : "complained";
  const id = newId();
  await db()
    .insert(undeliverableAddresses)
    .values({
      id,
      emailHash: suppressionHash(email),
      sealedEmail: seal(PURPOSE, id, email),
      reason,
    })
    .onConflictDoUpdate({
      target: undeliverableAddresses.emailHash,
      set: { reason },
      setWhere: eq(undeliverableAddresses.reason, "bounced"),
    });
  return {};
}

const MAX_LISTED = 200;

/** The newest addresses on the store's list, and how many there are. */
export async function listSuppressions({ merchantId }: Ctx) {
  const ofStore = eq(mailSuppressions.merchantId, merchantId);
  const [rows, total] = await Promise.all([
    db()
      .select()
      .from(mailSuppressions)
      .where(ofStore)
      .orderBy(desc(mailSuppressions.id))
      .limit(MAX_LISTED),
    db().$count(mailSuppressions, ofStore),
  ]);
  const suppressions = rows.map(({ id, sealedEmail, reason, createdAt }) => ({
    id,
    email: unsealEmail(merchantId, id, sealedEmail),
    reason,
    createdAt,
  }));
  return { suppressions, total };
}

/**
 * Sends email to an address again after a bounce. Applies to all stores until the next bounce.
 * Refuses: not_found, invalid_request (the person unsubscribed or complained).
 */
export async function removeSuppression(ctx: Ctx, { id }: { id: string }): Promise<{ id: string }> {
  requireScope(ctx, "store:manage");
  return await db().transaction(async (tx) => {
    const { merchantId } = ctx;
    const isRow = and(eq(mailSuppressions.merchantId, merchantId), eq(mailSuppressions.id, id));
    const [row] = await tx.select().from(mailSuppressions).where(isRow).for("update");
    const { reason, sealedEmail } = found(row);
    if (reason !== "bounced")
      throw invalidField(
        "id",
        "can't be removed, because the customer unsubscribed or reported spam",
      );
    const email = unsealEmail(merchantId, id, sealedEmail);
    await tx.delete(mailSuppressions).where(isRow);
    await tx
      .delete(undeliverableAddresses)
      .where(
        and(
          inArray(undeliverableAddresses.emailHash, hashesOf(email)),
          eq(undeliverableAddresses.reason, "bounced"),
        ),
      );
    await audit(tx, authorOf(ctx), {
      action: "mail.bounce_removed",
      subjectId: id,
      details: { email },
    });
    return { id };
  });
}
