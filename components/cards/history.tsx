"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { url } from "@/components/api";
import { number } from "@/components/numbers";
import { read, readPages } from "@/components/queries";
import { useSession } from "@/components/session";
import type { Card, Movement } from "@/components/types";
import { onDay } from "@/components/ui/format";
import { ErrorState, LoadMore, TableSkeleton } from "@/components/ui/states";
import { type CardChange, ChangeRow, MovementRow } from "./history-row";

const rowsPerLoad = 20;

/** A card's history by day, newest first. Each movement shows the balance after it. */
export function History({ card }: { card: Card }) {
  const { uuid } = card;
  const history = useInfiniteQuery(
    readPages(["history", uuid], "/api/portal/transactions", {
      cardUuid: uuid,
      limit: rowsPerLoad,
    }),
  );
  const changes = useQuery(
    read(["history", uuid, "changes"], url("/api/portal/cards/{uuid}/changes", { uuid })),
  );
  const failed = [history, changes].find((query) => query.isError && !query.data);
  const total = history.data?.pages[0]?.total ?? 0;
  const entries =
    history.data && changes.data
      ? entriesOf(
          history.data.pages.flatMap((page) => page.movements),
          changes.data.changes,
          history.hasNextPage,
        )
      : null;

  return (
    <section aria-labelledby="history" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex items-baseline justify-between gap-4">
        <h2 id="history" className="text-lg font-semibold">
          History
        </h2>
        {total > 0 && (
          <p className="text-sm text-muted tabular-nums">
            {number(total)} {total === 1 ? "movement" : "movements"}
          </p>
        )}
      </div>
      {failed ? (
        <ErrorState query={failed} what="The history" />
      ) : entries ? (
        <Days card={card} entries={entries} />
      ) : (
        <TableSkeleton label="Loading the history" />
      )}
      {entries && <LoadMore query={history} label="Load more" />}
    </section>
  );
}

function Days({ card, entries }: { card: Card; entries: Entry[] }) {
  const { merchant } = useSession();
  if (entries.length === 0) {
    return (
      <p className="rounded-md border border-dashed border-control/60 px-4 py-8 text-center text-muted">
        Nothing has moved yet. Every load and redemption will be listed here.
      </p>
    );
  }
  const days = new Map<string, Entry[]>();
  for (const entry of entries) {
    const day = onDay(new Date(entry.createdAt), merchant.timeZone);
    days.set(day, [...(days.get(day) ?? []), entry]);
  }
  return [...days].map(([day, ofDay]) => (
    <div key={day}>
      <h3 className="border-b pb-1.5 text-xs font-medium text-muted">{day}</h3>
      <ul>
        {ofDay.map((entry) =>
          "movement" in entry ? (
            <MovementRow key={entry.id} movement={entry.movement} />
          ) : (
            <ChangeRow key={entry.id} card={card} change={entry.change} />
          ),
        )}
      </ul>
    </div>
  ));
}

/** An entry in a card's history: a movement, or another change. */
export type Entry =
  | { id: string; createdAt: string; movement: Movement }
  | { id: string; createdAt: string; change: CardChange };

/**
 * Merges changes into movements (newest first, in the order of their balances). While older
 * movements are not loaded (`more`), changes older than the last loaded movement are left out.
 */
function entriesOf(movements: Movement[], changes: CardChange[], more: boolean): Entry[] {
  const waiting = changes.map(
    (change): Entry => ({ id: change.what, createdAt: change.createdAt, change }),
  );
  const entries: Entry[] = [];
  for (const movement of movements) {
    while (isLater(waiting.at(-1), movement)) entries.push(...waiting.splice(-1));
    entries.push({ id: movement.id, createdAt: movement.createdAt, movement });
  }
  return more ? entries : [...entries, ...waiting.reverse()];
}

// Compare by sequence if the change has one. A card's creation always comes first, even if clocks disagree.
function isLater(entry: Entry | undefined, movement: Movement): boolean {
  if (!entry || !("change" in entry) || entry.change.what === "created") return false;
  const { sequence, createdAt } = entry.change;
  return sequence === null
    ? Date.parse(createdAt) >= Date.parse(movement.createdAt)
    : sequence > movement.sequence;
}
