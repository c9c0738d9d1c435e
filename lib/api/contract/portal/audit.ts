import { z } from "zod";
import { CURSOR_PAGING_FIELDS, Instant, iso, ShownInstant } from "@/lib/api/contract/fields";
import { samePageReply } from "@/lib/api/contract/shapes";
import { isCleanText } from "@/lib/base/text";
import { actionLabel } from "@/lib/domain/audit/actions";
import type { AuditEntry, ExportedEntry } from "@/lib/domain/audit/entries";
import { SUBJECT_KINDS } from "@/lib/domain/audit/subjects";
import { timeIn } from "./movement-file";

const MAX_CHARS = 100;
const FilterText = z.string().min(1).max(MAX_CHARS).refine(isCleanText, "must be valid Unicode");

const FILTERS = {
  actor: FilterText.optional(),
  action: FilterText.optional(),
  subjectId: FilterText.optional(),
  from: Instant.optional(),
  to: Instant.optional(),
};

export const FilterAuditQuery = z.strictObject(FILTERS);

export const AuditQuery = z.strictObject({
  ...FILTERS,
  ...CURSOR_PAGING_FIELDS,
});

const Details = z.record(z.string(), z.unknown());

/** One entry of the audit log. Details contain changes as `{ from, to }`, and no secrets. */
const AuditEntryView = z.object({
  id: z.guid(),
  createdAt: ShownInstant,
  action: z.string(),
  actor: z.object({ id: z.string(), name: z.string().nullable() }),
  subjectId: z.string().nullable(),
  /** What the entry is about, if it still exists. */
  subject: z.object({ kind: z.enum(SUBJECT_KINDS), name: z.string() }).nullable(),
  details: z.unknown().transform((details) => Details.safeParse(details).data ?? null),
  requestId: z.string().nullable(),
});

export const auditReply = samePageReply(
  "entries",
  AuditEntryView,
  ({ actor, actorName, ...entry }: AuditEntry) => ({
    ...entry,
    actor: { id: actor, name: actorName },
  }),
);

/** Columns of the audit log file, from left to right. */
export const AUDIT_COLUMNS = {
  Time: ({ createdAt, timeZone }: ExportedEntry) => timeIn(createdAt, timeZone),
  "Time zone": ({ timeZone }: ExportedEntry) => timeZone,
  "Time (UTC)": ({ createdAt }: ExportedEntry) => iso(createdAt),
  Action: ({ action }: ExportedEntry) => actionLabel(action),
  "Action code": ({ action }: ExportedEntry) => action,
  By: ({ actor, actorName }: ExportedEntry) => actorName ?? actor,
  "By (ID)": ({ actor }: ExportedEntry) => actor,
  "Subject ID": ({ subjectId }: ExportedEntry) => subjectId,
  Details: ({ details }: ExportedEntry) => (details === null ? null : JSON.stringify(details)),
  "Request ID": ({ requestId }: ExportedEntry) => requestId,
  "Entry ID": ({ id }: ExportedEntry) => id,
};

/** An entry as a line of the JSON lines file, with the fields of the API. */
export const auditLine = ({ actor, actorName, createdAt, ...entry }: ExportedEntry) => ({
  id: entry.id,
  createdAt: iso(createdAt),
  action: entry.action,
  actor: { id: actor, name: actorName },
  subjectId: entry.subjectId,
  subject: entry.subject,
  details: entry.details ?? null,
  requestId: entry.requestId,
});
