import { sql } from "drizzle-orm";
import { sha256 } from "@/lib/base/config/secrets";
import { type Ctx, requireScope } from "@/lib/base/context";
import type { RefusalCode } from "@/lib/base/errors";
import { db, withRetries } from "@/lib/db/client/client";
import { unsealCode } from "@/lib/domain/cards/code";
import { findStoredAnswer, type StoredAnswer } from "@/lib/ledger/idempotency/stored-answer";
import { isRefused, refusalOf } from "@/lib/ledger/post/move";
import type { Card } from "@/lib/ledger/post/records";
import { type Receipt, readReceipt, receiptsNumbered } from "./receipts";

/** What became of a request; see tillOutcomeReply in lib/api/contract/till/till.ts. */
export type TillOutcome = {
  state: "completed" | "refused" | "cancelled" | "unknown";
  receipt: Receipt | null;
  error: RefusalCode | null;
  message: string | null;
};

const NOTHING = { receipt: null, error: null, message: null };

/** An Idempotency-Key of a till as it is stored: hashed for its length, and never one of the store's API clients. */
export const tillKeyOf = (key: string): string => `till ${sha256(key).toString("base64url")}`;

/** A request of a till: its Idempotency-Key, and the number that its receipt has if it moved money. */
type TillRequest = { key: string; receiptNumber: string };

/**
 * The outcome of the till's request. Later than 24 hours after it, when its response isn't stored any more, it is
 * found by its receipt. Changes nothing.
 */
export async function readTillOutcome(ctx: Ctx, request: TillRequest): Promise<TillOutcome> {
  const { merchantId } = ctx;
  const stored = await findStoredAnswer(merchantId, tillKeyOf(request.key));
  if (!stored) {
    const [receipt] = await receiptsNumbered(ctx, request.receiptNumber);
    return receipt ? { ...NOTHING, state: "completed", receipt } : { ...NOTHING, state: "unknown" };
  }
  const { outcome } = stored;
  if (outcome.refusal) return { ...NOTHING, state: "cancelled" };
  if (outcome.answer && isRefused(outcome.answer)) {
    const { code, message } = refusalOf(outcome.answer);
    return { ...NOTHING, state: "refused", error: code, message };
  }
  return { ...NOTHING, state: "completed", receipt: await receiptOf(merchantId, stored) };
}

/** Where a new digital card is sold: its receipt has the code. */
const SALE_PATH = "/api/till/cards";

async function receiptOf(
  merchantId: string,
  { path, outcome }: StoredAnswer,
): Promise<Receipt | null> {
  const moved = outcome.answer as { card?: Card; transaction?: { id: string } } | undefined;
  if (!path?.startsWith("/api/till/") || !moved?.transaction) return null;
  const receipt = await readReceipt(merchantId, moved.transaction.id);
  if (path !== SALE_PATH || !moved.card) return receipt;
  return { ...receipt, code: unsealCode({ ...moved.card, sealedCode: outcome.sealedCode ?? "" }) };
}

/**
 * Makes sure that a request that hasn't arrived never takes effect, and returns its outcome: one that was
 * completed meanwhile stays.
 */
export async function cancelTillRequest(ctx: Ctx, request: TillRequest): Promise<TillOutcome> {
  requireScope(ctx, "till:use");
  const before = await readTillOutcome(ctx, request);
  if (before.state !== "unknown") return before;
  const key = tillKeyOf(request.key);
  // If the request commits at the same time, void_key() fails, and the next attempt finds its outcome.
  await withRetries(() =>
    db().execute(sql`
      select void_key(${ctx.merchantId}, ${key}, null, ${ctx.shape}, ${ctx.requestId})
      where not exists (select from find_answer(${ctx.merchantId}, ${key}))`),
  );
  return await readTillOutcome(ctx, request);
}
