import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { type ReplyOf, url } from "@/components/api";
import { whyReturned } from "@/components/gifts/gift-columns";
import { formatMoney } from "@/components/money";
import { readOptions, readPagesOptions } from "@/components/queries";
import { useSession } from "@/components/session";
import { movementState, signedCents, sourceOf, wordOf } from "@/components/transactions/words";
import type { Translate } from "@/components/translate";
import type { Card, Movement, MovementPage } from "@/components/types";
import { Chip } from "@/components/ui/chip";
import { Fact, IdFact, MetadataFacts } from "@/components/ui/facts";
import { formatDay, Money, Time, TimeOfDay } from "@/components/ui/format";
import { both, Loaded, LoadMore } from "@/components/ui/states";
import { TextLink } from "@/components/ui/text-link";
import { CardCellLink } from "./card-parts";
import { EventDeliveries } from "./event-deliveries";
import { actorInWords } from "./words";

type CardChange = ReplyOf<"/api/portal/cards/{uuid}/changes">["changes"][number];

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

function Row({ summary, children }: { summary: ReactNode; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <li className="border-b">
      <details
        className="group"
        open={open}
        onToggle={(event) => {
          if (event.target === event.currentTarget) setOpen(event.currentTarget.open);
        }}
      >
        <summary className="grid min-h-11 list-none grid-cols-[1rem_minmax(0,1fr)_auto] items-center gap-x-2 rounded-sm py-2 transition-colors hover:bg-hover md:min-h-10 lg:grid-cols-[1rem_minmax(0,1fr)_5rem_8rem_8rem] lg:gap-x-4 lg:px-2">
          <ChevronRight
            className="size-4 text-muted transition-transform group-open:rotate-90"
            aria-hidden
          />
          {summary}
        </summary>
        {open && (
          <div className="mb-3 ml-4 grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-4 rounded-md bg-sunken px-4 py-2 lg:ml-8">
            {children}
          </div>
        )}
      </details>
    </li>
  );
}

const clockClasses =
  "col-start-2 row-start-2 text-sm text-muted lg:col-start-3 lg:row-start-1 lg:text-right";

function MovementRow({ movement }: { movement: Movement }) {
  const t = useTranslations("cards");
  const tMovement = useTranslations("transactions");
  const { status, note, currency, returned } = movement;
  const detail = returned ? whyReturned(t, returned) : note;
  const state = movementState(tMovement, status);
  return (
    <Row
      summary={
        <>
          <span className="flex min-w-0 items-center gap-2">
            <span className="font-medium whitespace-nowrap">{wordOf(tMovement, movement)}</span>
            {detail && <span className="truncate text-muted">{detail}</span>}
            {status !== "completed" && <Chip {...state} />}
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
        {status !== "completed" && <Fact name={t("history.status")}>{state.word}</Fact>}
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

/** A change that moved no money, such as a new owner. */
function ChangeRow({ card, change }: { card: Card; change: CardChange }) {
  const t = useTranslations("cards");
  return (
    <Row
      summary={
        <>
          <span className="flex min-w-0 items-center gap-2">
            <span className="font-medium whitespace-nowrap">
              {t(`history.change.${change.what}`)}
            </span>
            <span className="truncate text-muted">{detailOf(t, change, card)}</span>
          </span>
          <span className={clockClasses}>
            <TimeOfDay at={change.createdAt} />
          </span>
        </>
      }
    >
      <dl className="divide-y">
        <Origin {...change} />
        {change.email && <Fact name={t("history.customer")}>{change.email}</Fact>}
        {change.reason && <Fact name={t("history.reason")}>{change.reason}</Fact>}
        {change.otherCard && (
          <Fact name={t(change.what === "replaced" ? "history.newCard" : "history.oldCard")}>
            <CardCellLink {...change.otherCard} />
          </Fact>
        )}
        {change.sequence !== null && <SequenceFact sequence={change.sequence} />}
      </dl>
      {change.sequence !== null && (
        <EventDeliveries uuid={card.uuid} sequence={change.sequence} at={change.createdAt} />
      )}
    </Row>
  );
}

function detailOf(t: Translate<"cards">, change: CardChange, card: Card): string {
  const { what, email, balanceCents, actor, otherCard, reason } = change;
  if (what === "claimed" && email) return t("history.detail.to", { email });
  if (what === "replaced" && otherCard) return t("history.detail.replacedBy", otherCard);
  if (what === "created" && otherCard) return t("history.detail.replaces", otherCard);
  if (what === "frozen" && reason) return reason;
  if (what === "disabled" && balanceCents) {
    return t("history.detail.lost", { amount: formatMoney(balanceCents, card.currency) });
  }
  return t("history.detail.by", { actor: actorInWords(t, actor) });
}

type OriginProps = {
  createdAt: string;
  actor: { id: string; name: string | null };
  requestId: string | null;
};

function Origin({ createdAt, actor, requestId }: OriginProps) {
  const t = useTranslations("cards");
  return (
    <>
      <Fact name={t("history.when")}>
        <Time at={createdAt} exact />
      </Fact>
      <Fact name={t("history.by")}>{actorInWords(t, actor)}</Fact>
      {requestId && <IdFact name={t("history.requestId")} id={requestId} />}
    </>
  );
}

function SequenceFact({ sequence }: { sequence: number }) {
  const t = useTranslations("cards");
  return (
    <Fact name={t("history.sequence")}>
      <span className="tabular-nums">{sequence}</span>
    </Fact>
  );
}
