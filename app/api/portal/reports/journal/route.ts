import { JOURNAL_COLUMNS } from "@/lib/api/contract/portal/report-columns";
import { reportHeading } from "@/lib/api/contract/portal/report-headings";
import { JournalQuery } from "@/lib/api/contract/portal/reports";
import { reportDownload } from "@/lib/documents/download";
import { exportJournal } from "@/lib/domain/reports/journal";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = reportDownload({
  scope: "store:read",
  query: JournalQuery,
  name: "journal",
  columns: JOURNAL_COLUMNS,
  heading: ({ query }) => reportHeading("journal", query),
  rows: (ctx, { query }) => exportJournal(ctx, query),
});
