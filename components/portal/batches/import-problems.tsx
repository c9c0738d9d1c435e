import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import type { Translate } from "@/components/kit/locale/translate";
import { saveText } from "@/components/kit/page/download-link";
import { Button } from "@/components/kit/ui/button";
import { type Column, Table } from "@/components/kit/ui/table";
import { COLUMN_NAMES } from "@/lib/domain/batches/import/columns";
import type { ImportCheck } from "./batch";
import { type ImportProblem, maskedCell, type RejectedRows, rejectedFile } from "./import-file";

const maxListed = 500;

/** A problem in words: "Balance is missing." */
function problemText(t: Translate<"batches">, { column, message }: ImportProblem): string {
  return t("result.problemText", { column: columnWord(t, column), message });
}

export function columnWord(t: Translate<"batches">, column: string): string {
  if (column === "row") return t("result.row");
  const known = COLUMN_NAMES.find((one) => one === column);
  return known ? t(`columns.names.${known}`) : column;
}

type ShownProblem = ImportProblem & { value: string };

const columnsOf = (t: Translate<"batches">): Column<ShownProblem>[] => [
  {
    header: t("result.line"),
    phone: "what",
    cell: ({ line }) => (
      <span className="tabular-nums">
        <span className="unstacked:hidden">{t("result.onLine", { line })}</span>
        <span className="stacked:hidden">{line}</span>
      </span>
    ),
  },
  {
    header: t("result.column"),
    phone: "amount",
    cell: ({ column }) => columnWord(t, column),
  },
  {
    header: t("result.value"),
    phone: "state",
    cell: ({ value }) => (
      <span className="block max-w-40 truncate font-mono text-sm" title={value}>
        {value || <span className="text-subtle">–</span>}
      </span>
    ),
  },
  {
    header: t("result.problem"),
    phone: "who",
    cell: (problem) => <span className="whitespace-normal">{problemText(t, problem)}</span>,
  },
];

type Props = {
  fileName: string;
  check: ImportCheck;
  rejected: RejectedRows;
};

/** Why rows can't be imported, with a file of these rows to fix. The file is written in the browser. */
export function ImportProblems({ fileName, check, rejected }: Props) {
  const t = useTranslations("batches");
  const { problems, columns: places } = check;
  const shown = problems.slice(0, maxListed).map((problem): ShownProblem => {
    const name = COLUMN_NAMES.find((one) => one === problem.column);
    const place = name && places[name];
    const cell = place === undefined ? undefined : rejected.rows.get(problem.line)?.[place];
    return { ...problem, value: name && cell ? maskedCell(name, cell) : "" };
  });
  const save = () =>
    saveText(
      `${fileName.replace(/\.\w+$/, "")}-rejected.csv`,
      rejectedFile(rejected, problems, t("result.reason"), (problem) => problemText(t, problem)),
    );
  return (
    <div className="grid min-w-0 gap-2">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-muted">{t("result.rejectedHelp")}</p>
        <Button onClick={save}>
          <Download aria-hidden /> {t("result.rejected", { count: rejected.rows.size })}
        </Button>
      </div>
      <Table
        caption={t("result.problems")}
        columns={columnsOf(t)}
        rows={shown}
        rowId={({ line, column }) => `${line} ${column}`}
      />
      {problems.length > maxListed && (
        <p className="text-sm text-muted">
          {t("result.shownProblems", { shown: maxListed, count: problems.length })}
        </p>
      )}
    </div>
  );
}
