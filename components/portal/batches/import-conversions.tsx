import { useTranslations } from "next-intl";
import type { Translate } from "@/components/kit/locale/translate";
import { formatNumber } from "@/components/kit/money/numbers";
import { type Column, Table } from "@/components/kit/ui/table";
import type { ImportCheck } from "./batch";
import { columnWord } from "./import-problems";

type Conversion = ImportCheck["conversions"][number];

const columnsOf = (t: Translate<"batches">): Column<Conversion>[] => [
  {
    header: t("result.column"),
    phone: "what",
    cell: ({ column }) => columnWord(t, column),
  },
  {
    header: t("conversions.from"),
    phone: "state",
    cell: ({ from }) => (
      <span className="block max-w-40 truncate font-mono text-sm" title={from}>
        {from}
      </span>
    ),
  },
  {
    header: t("conversions.to"),
    phone: "amount",
    cell: ({ to }) => <span className="font-mono text-sm">{to}</span>,
  },
  {
    header: t("conversions.rows"),
    phone: "who",
    cell: ({ line, rows }) => t("conversions.onLine", { line, rows, count: formatNumber(rows) }),
  },
];

/** What is imported otherwise than the file writes it, with one example of each way of writing. */
export function ImportConversions({ conversions }: { conversions: Conversion[] }) {
  const t = useTranslations("batches");
  return (
    <div className="grid min-w-0 gap-2">
      <p className="text-muted">{t("conversions.help")}</p>
      <Table
        caption={t("conversions.title")}
        columns={columnsOf(t)}
        rows={conversions}
        rowId={({ column, from }) => `${column} ${from}`}
      />
    </div>
  );
}
