import { JOURNAL_COLUMNS } from "@/lib/contract/report-columns";
import { reportHeading } from "@/lib/contract/report-headings";
import { JournalQuery } from "@/lib/contract/reports";
import { reportDownload } from "@/lib/http/download";
import { exportJournal } from "@/lib/reports/journal";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = reportDownload({
  scope: "store:read",
  query: JournalQuery,
  name: "journal",
  columns: JOURNAL_COLUMNS,
  heading: ({ query }) => reportHeading("journal", query),
  rows: (ctx, { query }) => exportJournal(ctx, query),
});
