import { JOURNAL_COLUMNS, JournalQuery } from "@/lib/contract/reports";
import { csvDownload } from "@/lib/http/download";
import { exportJournal } from "@/lib/reports/journal";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = csvDownload({
  scope: "store:read",
  query: JournalQuery,
  name: "journal",
  columns: JOURNAL_COLUMNS,
  rows: (ctx, { query }) => exportJournal(ctx, query),
});
