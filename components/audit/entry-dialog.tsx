import Link from "next/link";
import type { ReactNode } from "react";
import type { AuditEntry } from "@/components/audit/words";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Fact, Facts, IdFact } from "@/components/ui/facts";
import { Time } from "@/components/ui/format";
import { wordsOf } from "@/lib/audit/actions";
import type { Filters } from "./filters";
import { actorWords, changeIn, detailName, detailsOf, detailValue, subjectHref } from "./words";

type Props = {
  entry: AuditEntry;
  onClose: () => void;
  onFilter: (change: Partial<Filters>) => void;
};

/** One audit log entry: time, actor, subject, changed values and request. */
export const EntryDialog = ({ entry, onClose, onFilter }: Props) => {
  const { actor, subjectId, requestId, createdAt } = entry;
  const href = subjectHref(entry);
  return (
    <Dialog onClose={onClose} title={wordsOf(entry.action)}>
      <Facts>
        <Fact name="When">
          <Time at={createdAt} exact />
        </Fact>
        <Fact name="Who">
          {actorWords(actor)}
          <FilterButton label="Only theirs" onClick={() => onFilter({ actor: actor.id })} />
        </Fact>
        {subjectId && (
          <Fact name="About">
            {href ? (
              <Link
                href={href}
                className="font-mono text-sm font-medium text-accent-text underline underline-offset-4"
              >
                {subjectId}
              </Link>
            ) : (
              <span className="font-mono text-sm">{subjectId}</span>
            )}
            <FilterButton label="All about it" onClick={() => onFilter({ subject: subjectId })} />
          </Fact>
        )}
        {detailsOf(entry).map(([key, value]) => (
          <Fact key={key} name={detailName(key)}>
            <Detail name={key} value={value} entry={entry} />
          </Fact>
        ))}
        {requestId && <IdFact name="Request" id={requestId} what="request id" />}
      </Facts>
    </Dialog>
  );
};

type DetailProps = { name: string; value: unknown; entry: AuditEntry };

function Detail({ name, value, entry }: DetailProps): ReactNode {
  const change = changeIn(value);
  if (!change) return detailValue(value, name, entry);
  return (
    <span>
      <del className="text-muted">{detailValue(change.from, name, entry)}</del>
      <span aria-hidden> → </span>
      <ins className="font-medium no-underline">{detailValue(change.to, name, entry)}</ins>
    </span>
  );
}

const FilterButton = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <Button variant="ghost" size="sm" className="shrink-0" onClick={onClick}>
    {label}
  </Button>
);
