import { z } from "zod";
import { invalidField, isRefusal } from "@/lib/base/errors";
import { log } from "@/lib/base/observe/log";
import { db, type Tx } from "@/lib/db/client/client";
import { audit } from "@/lib/domain/audit/audit";
import { isConfirmedStore, requireConfirmedStore } from "@/lib/domain/limits/confirmed-store";
import { type CountedMail, type MailCause, takeMailQuota } from "@/lib/domain/limits/mail-quotas";
import { isTestStore } from "@/lib/domain/stores/test-twin";
import type { Job } from "./jobs";
import { type Mail, queueMail } from "./mail";
import { findSuppression, isUndeliverable, type SuppressionReason, suppress } from "./suppressions";

/** Email of a store to customers, which they can stop. */
const CONSUMER_TEMPLATES = [
  "card_invitation",
  "store_credit",
  "gift",
  "gift_settled",
  "receipt",
] as const;

export const isConsumerMail = (template: string): boolean =>
  (CONSUMER_TEMPLATES as readonly string[]).includes(template);

/** Email that customers cause. */
const causeOf = (template: string): MailCause =>
  template === "gift" || template === "gift_settled" ? "customer" : "store";

type StoreMail = {
  merchantId: string;
  to: string;
  /** The email address of the customer who sends a gift. */
  giftFrom?: string;
};

/**
 * Checks an email that is the purpose of a request, and counts it. Call it before the request's changes, in
 * their transaction. Refuses: store_not_confirmed, rate_limited (by store, owner, sender and recipient).
 */
export async function admitStoreMail(
  tx: Tx,
  { merchantId, to, giftFrom: from }: StoreMail,
): Promise<void> {
  await requireConfirmedStore(tx, merchantId);
  // Nothing is sent, so that nothing counts against the quotas of the live store's owner and the recipient.
  if (await isTestStore(tx, merchantId)) return;
  await takeMailQuota(tx, { merchantId, to, cause: from ? "customer" : "store", from });
}

/** Refuses: invalid_request, if the store's email to this address would not be sent. */
export async function refuseSuppressed(
  tx: Tx,
  { merchantId, to }: StoreMail,
  field: string,
  reasons: readonly SuppressionReason[],
  message: string,
): Promise<void> {
  const reason = await findSuppression(tx, merchantId, to);
  if (reason && reasons.includes(reason)) throw invalidField(field, message);
}

/**
 * Queues an email about a change that is made with or without it. An unconfirmed store sends none. Quotas are
 * counted when the email is sent: they can delay the email, but not the change.
 */
export async function queueOptionalMail(tx: Tx, merchantId: string, mail: Mail): Promise<void> {
  if (await isConfirmedStore(tx, merchantId)) await queueMail(tx, merchantId, mail);
}

const QueuedMail = z.object({
  to: z.string(),
  template: z.string(),
  counted: z.boolean().optional(),
  postponedAt: z.coerce.date().optional(),
});

// Pauses are long and spread out, so that checking thousands of waiting emails never holds up other stores'.
const MIN_PAUSE_MS = 60 * 60 * 1_000;
const PAUSE_SPREAD_MS = 6 * MIN_PAUSE_MS;

// Invitations and gifts can be opened for 30 days; leave people the second half of it.
const GIVE_UP_AFTER_MS = 14 * 24 * 60 * 60 * 1_000;

/** Whether a due email may be sent; if not, whether never, or after a pause. */
type Permission = "send" | "never" | { pauseMs: number };

/**
 * Checks a due email: not if its address is suppressed, and later if a quota is reached, for 14 days at most.
 * Counts an email that was not counted when it was queued.
 */
export async function checkBeforeSending(job: Job): Promise<Permission> {
  const { merchantId, attempts } = job;
  const { to, template, counted } = QueuedMail.parse(job.payload);
  if (merchantId === null) return (await isUndeliverable(db(), to)) ? "never" : "send";
  const isInvitation = template === "team_invitation";
  if (!isConsumerMail(template) && !isInvitation) return "send";
  const reason = await findSuppression(db(), merchantId, to);
  if (reason && !(isInvitation && reason === "unsubscribed")) {
    // Shows the store an address that is suppressed for all stores.
    await suppress(db(), merchantId, to, reason);
    return "never";
  }
  if (counted || attempts > 0) return "send";
  const pauseMs = await takeQuota({ merchantId, to, cause: causeOf(template) });
  return pauseMs === null ? "send" : await giveUpOrWait(job, pauseMs);
}

async function giveUpOrWait(
  { id, merchantId, payload }: Job,
  pauseMs: number,
): Promise<Permission> {
  const { to, template, postponedAt } = QueuedMail.parse(payload);
  const mail = { mailId: id, merchantId, template };
  if (!merchantId || !postponedAt || Date.now() - postponedAt.getTime() < GIVE_UP_AFTER_MS) {
    log().info({ ...mail, pauseMs }, "an email is delayed: a quota was reached");
    return { pauseMs };
  }
  log().warn(mail, "an email was skipped: a quota was reached");
  const author = { merchantId, actor: "system", requestId: null };
  await audit(db(), author, {
    action: "mail.skipped",
    subjectId: id,
    details: { email: to, template, reason: "The daily email quota was reached." },
  });
  return "never";
}

/** Counts an email. Returns null, or how long to wait because a quota is reached. */
async function takeQuota(mail: CountedMail): Promise<number | null> {
  try {
    await db().transaction((tx) => takeMailQuota(tx, mail));
    return null;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const resetMs = Number(error.options.headers?.["Retry-After"]) * 1_000;
    return Math.max(MIN_PAUSE_MS, resetMs) + Math.floor(Math.random() * PAUSE_SPREAD_MS);
  }
}
