import { z } from "zod";
import { audit } from "../audit/audit";
import { db, type Tx } from "../db/client";
import { invalidField, isRefusal } from "../errors";
import { isConfirmedStore, requireConfirmedStore } from "../limits/confirmed-store";
import { takeMailQuota } from "../limits/mail-quotas";
import { log } from "../log";
import type { Job } from "./jobs";
import { type Mail, queueMail } from "./mail";
import { findSuppression, type SuppressionReason, suppress } from "./suppressions";

/** Email of a store to customers, which they can stop. */
const CONSUMER_TEMPLATES = ["card_invitation", "store_credit", "gift", "gift_settled"] as const;

export const isConsumerMail = (template: string): boolean =>
  (CONSUMER_TEMPLATES as readonly string[]).includes(template);

type StoreMail = { merchantId: string; to: string };

/**
 * Checks an email that is the purpose of a request, and counts it. Call it before the request's changes, in
 * their transaction. Refuses: store_not_confirmed, rate_limited (by store and by recipient).
 */
export async function admitStoreMail(tx: Tx, { merchantId, to }: StoreMail): Promise<void> {
  await requireConfirmedStore(tx, merchantId);
  await takeMailQuota(tx, merchantId, to);
}

/** Refuses: invalid_request, if the store's email to this address would not be sent. */
export async function refuseSuppressed(
  tx: Tx,
  { merchantId, to }: StoreMail,
  field: string,
  reasons: readonly SuppressionReason[],
): Promise<void> {
  const reason = await findSuppression(tx, merchantId, to);
  if (!reason || !reasons.includes(reason)) return;
  throw invalidField(
    field,
    reason === "unsubscribed"
      ? "can't be emailed: the person stopped email from this store"
      : "can't be emailed: earlier email to it bounced or was reported as spam",
  );
}

/**
 * Queues an email about a change that stands without it. An unconfirmed store sends none; quotas are counted
 * when it is sent, so that the change neither waits for them nor fails.
 */
export async function queueNotice(tx: Tx, merchantId: string, mail: Mail): Promise<void> {
  if (await isConfirmedStore(tx, merchantId)) await queueMail(tx, merchantId, mail);
}

const QueuedMail = z.object({
  to: z.string(),
  template: z.string(),
  counted: z.boolean().optional(),
});

/**
 * Why a due email must not be sent: its address is suppressed, or a quota is reached. Null if it may be.
 * Counts an email that was not counted when it was queued.
 */
export async function reasonNotToSend({
  id,
  merchantId,
  payload,
  attempts,
}: Job): Promise<SuppressionReason | "quota" | null> {
  const { to, template, counted } = QueuedMail.parse(payload);
  if (merchantId === null) return null;
  const isInvitation = template === "team_invitation";
  if (!isConsumerMail(template) && !isInvitation) return null;
  const reason = await findSuppression(db(), merchantId, to);
  if (reason && !(isInvitation && reason === "unsubscribed")) {
    // Shows the store an address that is suppressed for all stores.
    await suppress(db(), merchantId, to, reason);
    return reason;
  }
  if (counted || attempts > 0) return null;
  if (await takeQuota(merchantId, to)) return null;
  log().warn({ mailId: id, merchantId, template }, "a mail was skipped: a quota is reached");
  const author = { merchantId, actor: "system", requestId: null };
  await audit(db(), author, {
    action: "mail.skipped",
    subjectId: id,
    details: { email: to, template, reason: "The daily quota of emails is reached." },
  });
  return "quota";
}

/** Counts an email; false if a quota is reached. */
const takeQuota = (merchantId: string, to: string): Promise<boolean> =>
  db()
    .transaction((tx) => takeMailQuota(tx, merchantId, to))
    .then(
      () => true,
      (error) => {
        if (!isRefusal(error)) throw error;
        return false;
      },
    );
