import { and, asc, eq, getTableColumns, gt, lte } from "drizzle-orm";
import { env } from "@/lib/base/config/env";
import type { Ctx } from "@/lib/base/context";
import { invalidField } from "@/lib/base/errors";
import { batchesOf } from "@/lib/base/page";
import { type Db, db } from "@/lib/db/client/client";
import { readFromReplica } from "@/lib/db/client/replica";
import { cards } from "@/lib/db/schema/cards";
import { audit, authorOf } from "@/lib/domain/audit/audit";
import { unsealCode } from "@/lib/domain/cards/code";
import { readPrintBranding } from "@/lib/domain/stores/branding";
import { requireIdleBatch } from "./batch";
import type { PrintTemplate } from "./print-templates";
import { boundsOf, type Range, resolveRange } from "./unsold";

// Keeps the PDF easy to print and check.
const MAX_CARDS_ON_SHEETS = 500;

/** A card to print, with its position in the batch and its code in groups of 4. */
export type PrintedCard = Awaited<ReturnType<typeof codesOf>>[number];

/** A row of the exported file, with the batch's activation amount in minor units. */
export type ExportedCode = PrintedCard & { amountCents: number | null };

/** Streams every card of a batch with its code, after auditing it. Refuses: not_found, batch_busy. */
export async function* exportCodes(
  ctx: Ctx,
  { batchId }: { batchId: string },
): AsyncGenerator<ExportedCode[]> {
  const { merchantId } = ctx;
  const { name, createdCards, amountCents } = await requireIdleBatch(db(), merchantId, batchId);
  const details = { name, cards: createdCards };
  await audit(db(), authorOf(ctx), { action: "batch.codes_exported", subjectId: batchId, details });
  let firstPlace = 1;
  yield* batchesOf(async (after, limit) => {
    const range = { after, limit, firstPlace };
    const rows = await readFromReplica((from) => codesOf(from, merchantId, batchId, range));
    firstPlace += rows.length;
    return rows.map((row) => ({ ...row, amountCents }));
  });
}

/** `amountCents` is each card's activation amount. */
export type Sheet = Awaited<ReturnType<typeof printSheet>>;

/**
 * Returns up to 500 cards of a batch with their codes, for printing. Audited. Refuses: not_found,
 * batch_busy, invalid_request (to).
 */
export async function printSheet(
  ctx: Ctx,
  { batchId, template, ...numbers }: Range & { batchId: string; template: PrintTemplate },
) {
  const { merchantId } = ctx;
  const batch = await requireIdleBatch(db(), merchantId, batchId);
  const range = resolveRange(batch, numbers);
  const limit = range.to - range.from + 1;
  if (limit > MAX_CARDS_ON_SHEETS) {
    throw invalidField("to", `you can print at most ${MAX_CARDS_ON_SHEETS} cards at a time`);
  }
  const printed = await readPrintedStore(merchantId);
  const { afterCardId, lastCardId } = await boundsOf(db(), merchantId, batch, range);
  const slice = { after: afterCardId, upTo: lastCardId, limit, firstPlace: range.from };
  const cards = await codesOf(db(), merchantId, batchId, slice);
  const details = { name: batch.name, cards: cards.length, ...range, template };
  await audit(db(), authorOf(ctx), { action: "batch.sheet_printed", subjectId: batchId, details });
  return {
    ...printed,
    batch: batch.name,
    amountCents: batch.amountCents,
    template,
    cards,
  };
}

/** What each of a store's cards shows of it. `balancePage` is a URL without its scheme. */
export async function readPrintedStore(merchantId: string) {
  const store = await readPrintBranding(merchantId);
  const balancePage = `${env().appUrl}/balance/${store.slug}`.replace(/^https?:\/\//, "");
  return { store, balancePage };
}

type CodeRange = { after: string | null; upTo?: string; limit: number; firstPlace: number };

/** Up to `limit` cards of a batch with their codes, in id order. */
async function codesOf(
  from: Db,
  merchantId: string,
  batchId: string,
  { after, upTo, limit, firstPlace }: CodeRange,
) {
  const { id, sealedCode, currency, status } = getTableColumns(cards);
  const rows = await from
    .select({ id, merchantId: cards.merchantId, sealedCode, currency, status })
    .from(cards)
    .where(
      and(
        eq(cards.merchantId, merchantId),
        eq(cards.batchId, batchId),
        after ? gt(cards.id, after) : undefined,
        upTo ? lte(cards.id, upTo) : undefined,
      ),
    )
    .orderBy(asc(cards.id))
    .limit(limit);
  return rows.map((row, index) => {
    const { id, currency, status } = row;
    return { id, place: firstPlace + index, code: unsealCode(row), currency, status };
  });
}
