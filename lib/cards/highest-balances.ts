import { and, desc, inArray, type SQL, sql } from "drizzle-orm";
import { db } from "../db/client";
import { cards } from "../db/schema/cards";

// Enough for a page of a store whose cards are mostly spent; what needs more sorts them all.
const SLICES = [500, 4_000, 16_000];

type Candidate = { id: string; balanceCents: number; peakCents: number };

/**
 * Which of the matching cards of one currency hold the most, `wanted` of them, found without an
 * index on the balance. No balance is above its card's peak, so that cards are looked through by
 * falling peak until every one that is left must hold less. Null when too many would have to be.
 */
export async function highestBalances(
  matching: SQL | undefined,
  wanted: number,
  slices: readonly number[] = SLICES,
): Promise<SQL | null> {
  let highest: Candidate[] = [];
  let last: Candidate | undefined;
  for (const slice of slices) {
    if (wanted > slice) continue;
    const rows = await byPeak(and(matching, last && below(last)), slice);
    // By id, since a card whose peak is lowered meanwhile comes a second time.
    const seen = new Map([...highest, ...rows].map((card) => [card.id, card]));
    highest = [...seen.values()].sort(byBalance).slice(0, wanted);
    last = rows.at(-1);
    const lowest = highest[wanted - 1];
    const isDone = rows.length < slice || (last && lowest && isAbove(lowest, last));
    if (isDone)
      return highest.length > 0
        ? inArray(
            cards.id,
            highest.map(({ id }) => id),
          )
        : sql`false`;
  }
  return null;
}

const byPeak = (which: SQL | undefined, limit: number): Promise<Candidate[]> =>
  db()
    .select({ id: cards.id, balanceCents: cards.balanceCents, peakCents: cards.peakCents })
    .from(cards)
    .where(which)
    .orderBy(desc(cards.peakCents), desc(cards.id))
    .limit(limit);

const below = ({ peakCents, id }: Candidate): SQL =>
  sql`(${cards.peakCents}, ${cards.id}) < (${peakCents}::bigint, ${id}::uuid)`;

const byBalance = (a: Candidate, b: Candidate) =>
  b.balanceCents - a.balanceCents || (a.id < b.id ? 1 : -1);

/** Whether a card's balance is at least what any card after `last` in the order of peaks can hold. */
const isAbove = (lowest: Candidate, last: Candidate): boolean =>
  lowest.balanceCents > last.peakCents ||
  (lowest.balanceCents === last.peakCents && lowest.id >= last.id);
