import type { AuditEntry } from "@/components/audit/words";
import { Time } from "@/components/ui/format";
import type { Column } from "@/components/ui/table";
import { wordsOf } from "@/lib/audit/actions";
import { actorWords, inShort } from "./words";

/** The audit log's columns. Clicking a row opens the entry. */
export const auditColumns = (onOpen: (entry: AuditEntry) => void): Column<AuditEntry>[] => [
  {
    header: "What",
    phone: "what",
    cell: (entry) => (
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => onOpen(entry)}
        className="max-w-52 truncate text-left font-medium underline-offset-4 after:absolute after:inset-0 hover:underline md:max-w-72"
      >
        {wordsOf(entry.action)}
      </button>
    ),
  },
  {
    header: "Details",
    phone: "hidden",
    from: "lg",
    cell: (entry) => (
      <span className="block max-w-64 truncate text-muted xl:max-w-120" title={inShort(entry)}>
        {inShort(entry)}
      </span>
    ),
  },
  {
    header: "Who",
    phone: "when",
    cell: ({ actor }) => <span className="block max-w-44 truncate">{actorWords(actor)}</span>,
  },
  {
    header: "When",
    phone: "state",
    cell: ({ createdAt }) => (
      <span className="text-muted max-md:text-sm">
        <Time at={createdAt} />
      </span>
    ),
  },
];
