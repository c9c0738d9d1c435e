import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { type BodyOf, post } from "@/components/api";
import { formatMoney } from "@/components/money";
import { formatNumber } from "@/components/numbers";
import { useAction } from "@/components/queries";
import { toast } from "@/components/toast";
import type { Translate } from "@/components/translate";
import { Button } from "@/components/ui/button";
import { Fact, Facts } from "@/components/ui/facts";
import { Notice } from "@/components/ui/notice";
import { RequestFailure } from "@/components/ui/request-failure";
import { type Column, Table } from "@/components/ui/table";
import type { ImportCheck } from "./batch";
import { batchRefreshKeys } from "./batch";

/** The fields of the import request, plus the file name. */
export type ImportRequest = Omit<BodyOf<"/api/portal/batches/import">, "cards"> & {
  fileName: string;
};

type Problem = ImportCheck["problems"][number];

const fileColumns = ["code", "balance", "currency", "expiry", "email", "note", "pin"] as const;

function columnWord(t: Translate<"batches">, column: string): string {
  const known = fileColumns.find((one) => one === column);
  return known ? t(`result.columns.${known}`) : column;
}

const columnsOf = (t: Translate<"batches">): Column<Problem>[] => [
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
    header: t("result.problem"),
    phone: "when",
    cell: ({ column, message }) => (
      <span className="whitespace-normal">
        {t("result.problemText", { column: columnWord(t, column), message })}
      </span>
    ),
  },
];

type Props = { chosen: ImportRequest; check: ImportCheck; onBack: () => void };

export function ImportResult({ chosen, check, onBack }: Props) {
  const t = useTranslations("batches");
  const router = useRouter();
  const heading = useRef<HTMLHeadingElement>(null);
  // The pressed button is gone, so move the screen reader's focus here.
  useEffect(() => heading.current?.focus(), []);
  const { fileName: _file, ...body } = chosen;
  const send = useAction({
    send: (_, key) => post("/api/portal/batches/import", { ...body, cards: check.cards }, key),
    refresh: batchRefreshKeys,
    done: (batch) => {
      toast(t("result.started"));
      router.push(`/batches/${batch.id}`);
    },
  });
  const left = check.rows - check.cards;

  return (
    <section aria-labelledby="result" className="grid gap-6">
      <div className="grid max-w-2xl gap-3">
        <h2 id="result" ref={heading} tabIndex={-1} className="text-lg font-semibold outline-none">
          {left === 0
            ? t("result.allValid")
            : t("result.invalid", { count: left, rows: check.rows })}
        </h2>
        <p className="text-muted">
          {left > 0 && check.cards > 0
            ? t("result.fixOrImport", { count: check.cards })
            : t("result.nothingYet")}
        </p>
        <Summary chosen={chosen} check={check} />
        {check.ignored.length > 0 && (
          <Notice tone="info">{t("result.ignored", { columns: check.ignored.join(", ") })}</Notice>
        )}
        {check.short > 0 && (
          <Notice tone="info">{t("result.shortCodes", { count: check.short })}</Notice>
        )}
        {check.guessable && <GuessableNotice check={check} guessable={check.guessable} />}
        <RequestFailure error={send.error} />
        <div className="flex flex-wrap gap-2">
          {check.cards > 0 && (
            <Button
              variant="primary"
              busy={send.isPending || send.isSuccess}
              onClick={() => send.mutate()}
            >
              {t("result.import", { count: check.cards })}
            </Button>
          )}
          <Button onClick={onBack}>{t("result.chooseAnother")}</Button>
        </div>
      </div>
      {check.problems.length > 0 && (
        <div className="grid min-w-0 gap-2">
          <Table
            caption={t("result.problems")}
            columns={columnsOf(t)}
            rows={check.problems}
            rowId={({ line, column }) => `${line} ${column}`}
          />
          {check.problemCount > check.problems.length && (
            <p className="text-sm text-muted">
              {t("result.shownProblems", {
                shown: check.problems.length,
                count: check.problemCount,
              })}
            </p>
          )}
        </div>
      )}
    </section>
  );
}

type GuessableProps = { check: ImportCheck; guessable: NonNullable<ImportCheck["guessable"]> };

/** Says what guessable codes can't do, and that a PIN column changes that. */
function GuessableNotice({ check, guessable }: GuessableProps) {
  const t = useTranslations("batches");
  return (
    <Notice tone="attention">
      {t(`result.guessable.${guessable.reason}`)}{" "}
      {check.withPin === check.cards
        ? t("result.allHavePin")
        : t("result.withoutPin", { count: check.cards - check.withPin })}
    </Notice>
  );
}

function Summary({ chosen, check }: Omit<Props, "onBack">) {
  const t = useTranslations("batches");
  const { cards, unsold } = check;
  return (
    <Facts>
      <Fact name={t("result.file")}>{chosen.fileName}</Fact>
      <Fact name={t("result.cards")}>
        <span className="tabular-nums">
          {unsold > 0 ? t("result.cardsUnsold", { count: cards, unsold }) : formatNumber(cards)}
        </span>
      </Fact>
      <Fact name={t("result.balance")}>
        <b className="font-semibold tabular-nums">
          {check.amounts
            .map(({ currency, amountCents }) => formatMoney(BigInt(amountCents), currency))
            .join(", ") || t("result.noBalance")}
        </b>
      </Fact>
    </Facts>
  );
}
