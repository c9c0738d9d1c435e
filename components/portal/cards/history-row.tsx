import { ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { actorInWords } from "@/components/kit/cards/words";
import { Fact, IdFact } from "@/components/kit/ui/facts";
import { Time } from "@/components/kit/ui/format";

/** A row of a card's history, which opens to its details. */
export function Row({ summary, children }: { summary: ReactNode; children: ReactNode }) {
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

export const clockClasses =
  "col-start-2 row-start-2 text-sm text-muted lg:col-start-3 lg:row-start-1 lg:text-right";

type OriginProps = {
  createdAt: string;
  actor: { id: string; name: string | null };
  requestId: string | null;
};

/** When a change was made, by whom, and with which request. */
export function Origin({ createdAt, actor, requestId }: OriginProps) {
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

/** The place of a change in the card's sequence of events. */
export function SequenceFact({ sequence }: { sequence: number }) {
  const t = useTranslations("cards");
  return (
    <Fact name={t("history.sequence")}>
      <span className="tabular-nums">{sequence}</span>
    </Fact>
  );
}
