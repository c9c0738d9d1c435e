import { JOURNAL_COLUMNS, JournalQuery } from "@/lib/contract/reports";
import { download } from "@/lib/http/download";
import { resource } from "@/lib/http/endpoint";
import { exportJournal } from "@/lib/reports/journal";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: download({
    summary: "The books of a span of days as double entries, as a file.",
    scope: "store:read",
    query: JournalQuery,
    refuses: ["invalid_request", "rate_limited"],
    name: "journal",
    columns: JOURNAL_COLUMNS,
    rows: (ctx, { query }) => exportJournal(ctx, query),
  }),
});
