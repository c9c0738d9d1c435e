import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { url } from "@/components/kit/api/api";
import { readOptions, readPagesOptions } from "@/components/kit/api/read-options";
import { useSession } from "@/components/kit/api/session";
import type { Card, Movement, MovementPage } from "@/components/kit/api/types";
import {
  isReturnable,
  movementOutcome,
  originalInWords,
  otherEndOf,
  signedCents,
  sourceOf,
  wordOf,
} from "@/components/kit/cards/transaction-words";
import { actorInWords } from "@/components/kit/cards/words";
import { formatDay } from "@/components/kit/locale/days";
import { Chip } from "@/components/kit/ui/chip";
import { Fact, IdFact, MetadataFacts } from "@/components/kit/ui/facts";
import { Money, TimeOfDay } from "@/components/kit/ui/format";
import { both, Loaded, LoadMore } from "@/components/kit/ui/states";
import { TextLink } from "@/components/kit/ui/text-link";
import { whyReturned } from "@/components/portal/gifts/columns";
import { type CardChange, ChangeRow } from "./change-row";
import { EventDeliveries } from "./event-deliveries";
import { clockClasses, Origin, Row, SequenceFact } from "./history-row";

// Refunds and reversals are forms, which are heavy.
const Returns = dynamic(
  async () => (await import("@/components/portal/transactions/returns")).Returns,
);

export function History({ card }: { card: Card }) {
  const t = useTranslations("cards");
  const { uuid } = card;
  const history = useInfiniteQuery(
    readPagesOptions(["history", uuid], "/api/portal/transactions", { cardUuid: uuid, limit: 20 }),
  );
  const changes = useQuery(
    readOptions(["history", uuid, "changes"], url("/api/portal/cards/{uuid}/changes", { uuid })),
  );
  const loaded = both(history, changes);
  const total = history.data?.pages[0]?.total ?? 0;

  return (
    <section aria-labelledby="history" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex items-baseline justify-between gap-4">
        <h2 id="history" className="text-lg font-semibold">
          {t("history.title")}
        </h2>
        {total > 0 && (
          <p className="text-sm text-muted tabular-nums">{t("history.count", { count: total })}</p>
        )}
      </div>
      <Loaded query={loaded}>
        {([{ pages }, known]) => (
          <>
            <EntriesByDay
              card={card}
              entries={entriesOf(pages, known.changes, history.hasNextPage)}
            />
            <LoadMore query={history} label={t("history.more")} />
          </>
        )}
      </Loaded>
    </section>
  );
}

function EntriesByDay({ card, entries }: { card: Card; entries: Entry[] }) {
  const t = useTranslations("cards");
  const { merchant } = useSession();
  if (entries.length === 0) {
    return (
      <p className="rounded-md border border-dashed border-control/60 px-4 py-8 text-center text-muted">
        {t("history.empty")}
      </p>
    );
  }
  const days = new Map<string, Entry[]>();
  for (const entry of entries) {
    const day = formatDay(new Date(entry.createdAt), merchant.timeZone);
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

type Entry =
  | { id: string; createdAt: string; movement: Movement }
  | { id: string; createdAt: string; change: CardChange };

/**
 * Merges changes into movements (newest first, in the order of their balances). While older
 * movements are not loaded (`more`), changes older than the last loaded movement are left out.
 */
function entriesOf(pages: MovementPage[], changes: CardChange[], more: boolean): Entry[] {
  const waiting = changes.map(
    (change): Entry => ({
      id: `${change.what} ${change.createdAt}`,
      createdAt: change.createdAt,
      change,
    }),
  );
  const entries: Entry[] = [];
  for (const movement of pages.flatMap(({ movements }) => movements)) {
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

function MovementRow({ movement }: { movement: Movement }) {
  const t = useTranslations("cards");
  const tMovement = useTranslations("transactions");
  const { note, currency, returned } = movement;
  const outcome = movementOutcome(tMovement, movement);
  const detail = [
    returned ? whyReturned(t, returned) : note,
    otherEndOf(tMovement, movement),
    t("history.detail.by", { actor: actorInWords(t, movement.actor) }),
  ]
    .filter(Boolean)
    .join(" · ");
  return (
    <Row
      summary={
        <>
          <span className="flex min-w-0 items-center gap-2">
            <span className="whitespace-nowrap">
              <span className="font-medium">{wordOf(tMovement, movement)}</span>{" "}
              <span className="text-muted">{originalInWords(tMovement, movement)}</span>
            </span>
            <span className="truncate text-muted">{detail}</span>
            {outcome && <Chip {...outcome} />}
          </span>
          <span className={clockClasses}>
            <TimeOfDay at={movement.createdAt} />
          </span>
          <span className="col-start-3 row-start-1 text-right font-medium lg:col-start-4">
            <Money amountCents={signedCents(movement)} currency={currency} signed />
          </span>
          <span className="col-start-3 row-start-2 text-right text-sm text-muted lg:col-start-5 lg:row-start-1 lg:text-base">
            <span className="sr-only">{t("history.balanceAfter")} </span>
            <Money amountCents={movement.balanceAfterCents} currency={currency} />
          </span>
        </>
      }
    >
      <dl className="divide-y">
        <Origin {...movement} />
        {outcome && <Fact name={t("history.status")}>{outcome.word}</Fact>}
        {note && (
          <Fact name={t("history.note")}>
            <span className="wrap-anywhere break-normal">{note}</span>
          </Fact>
        )}
        {movement.referenceId && <IdFact name={t("history.reference")} id={movement.referenceId} />}
        {movement.source && (
          <Fact name={t("history.source")}>{sourceOf(tMovement, movement.source)}</Fact>
        )}
        <MetadataFacts metadata={movement.metadata} />
        {movement.transferId && <IdFact name={t("history.transferId")} id={movement.transferId} />}
        <SequenceFact sequence={movement.sequence} />
        <IdFact name={t("history.transactionId")} id={movement.id} />
      </dl>
      {isReturnable(movement) && <Returns movement={movement} />}
      <TextLink href={`/transactions?transaction=${movement.id}`}>
        {t("history.openTransaction")}
      </TextLink>
      <EventDeliveries
        uuid={movement.cardUuid}
        sequence={movement.sequence}
        at={movement.createdAt}
      />
    </Row>
  );
}
