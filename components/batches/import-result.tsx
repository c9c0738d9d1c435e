import { useRouter } from "next/navigation";
import { useEffect, useRef } from "react";
import { type BodyOf, post } from "@/components/api";
import { formatMoney } from "@/components/money";
import { countOf, formatNumber } from "@/components/numbers";
import { useAction } from "@/components/queries";
import { toast } from "@/components/toast";
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

const columnWords: Record<string, string> = {
  code: "Code",
  balance: "Balance",
  currency: "Currency",
  expiry: "Expiry",
  email: "E-mail",
  note: "Note",
  pin: "PIN",
};

const columns: Column<Problem>[] = [
  {
    header: "Line",
    phone: "what",
    cell: ({ line }) => (
      <span className="tabular-nums">
        <span className="md:hidden">Line </span>
        {line}
      </span>
    ),
  },
  {
    header: "Column",
    phone: "amount",
    cell: ({ column }) => columnWords[column] ?? column,
  },
  {
    header: "Problem",
    phone: "when",
    cell: ({ column, message }) => (
      <span className="whitespace-normal">
        {columnWords[column] ?? column} {message}.
      </span>
    ),
  },
];

type Props = { chosen: ImportRequest; check: ImportCheck; onBack: () => void };

export function ImportResult({ chosen, check, onBack }: Props) {
  const router = useRouter();
  const heading = useRef<HTMLHeadingElement>(null);
  // The pressed button is gone, so move the screen reader's focus here.
  useEffect(() => heading.current?.focus(), []);
  const { fileName: _file, ...body } = chosen;
  const send = useAction({
    send: (_, key) => post("/api/portal/batches/import", { ...body, cards: check.cards }, key),
    refresh: batchRefreshKeys,
    done: (batch) => {
      toast("Import begun");
      router.push(`/batches/${batch.id}`);
    },
  });
  const left = check.rows - check.cards;

  return (
    <section aria-labelledby="result" className="grid gap-6">
      <div className="grid max-w-2xl gap-3">
        <h2 id="result" ref={heading} tabIndex={-1} className="text-lg font-semibold outline-none">
          {left === 0
            ? "Every row can be imported"
            : `${formatNumber(left)} of ${formatNumber(check.rows)} rows can't be imported`}
        </h2>
        <p className="text-muted">
          Nothing has been written yet.
          {left > 0 &&
            check.cards > 0 &&
            " Mend the file and check it again, or import the other rows alone."}
        </p>
        <Summary chosen={chosen} check={check} />
        {check.ignored.length > 0 && (
          <Notice tone="info">
            Columns that mean nothing here are left out: {check.ignored.join(", ")}.
          </Notice>
        )}
        {check.short > 0 && (
          <Notice tone="info">
            {check.short === 1
              ? "1 card has a code of fewer than 12 characters: its balance can't be looked up online."
              : `${formatNumber(check.short)} cards have codes of fewer than 12 characters: their balance can't be looked up online.`}{" "}
            You tell it to whoever asks.
          </Notice>
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
              Import {countOf(check.cards, "card")}
            </Button>
          )}
          <Button onClick={onBack}>Choose another file</Button>
        </div>
      </div>
      {check.problems.length > 0 && (
        <div className="grid min-w-0 gap-2">
          <Table
            caption="What is wrong, by line"
            columns={columns}
            rows={check.problems}
            rowId={({ line, column }) => `${line} ${column}`}
          />
          {check.problemCount > check.problems.length && (
            <p className="text-sm text-muted">
              The first {formatNumber(check.problems.length)} of {formatNumber(check.problemCount)}{" "}
              problems.
            </p>
          )}
        </div>
      )}
    </section>
  );
}

const guessableWords = {
  sequential: "These codes follow each other, so a customer can guess the next ones.",
  numeric: "These codes are only digits, which strangers try first.",
  few_combinations: "These codes differ in only a few characters, so a stranger can guess one.",
};

type GuessableProps = { check: ImportCheck; guessable: NonNullable<ImportCheck["guessable"]> };

/** Says what guessable codes can't do, and that a PIN column changes that. */
const GuessableNotice = ({ check, guessable }: GuessableProps) => (
  <Notice tone="attention">
    {guessableWords[guessable.reason]}{" "}
    {check.withPin === check.cards
      ? "Each card has a PIN, which the balance page asks for."
      : `${countOf(check.cards - check.withPin, "card")} without a PIN won't work on the balance page. To change that, add a PIN column to the file and check it again.`}
  </Notice>
);

const Summary = ({ chosen, check }: Omit<Props, "onBack">) => (
  <Facts>
    <Fact name="File">{chosen.fileName}</Fact>
    <Fact name="Cards to import">
      <span className="tabular-nums">
        {formatNumber(check.cards)}
        {check.unsold > 0 && `, ${formatNumber(check.unsold)} of them never sold`}
      </span>
    </Fact>
    <Fact name="Balance on them">
      <b className="font-semibold tabular-nums">
        {check.amounts
          .map(({ currency, amountCents }) => formatMoney(BigInt(amountCents), currency))
          .join(", ") || "None"}
      </b>
    </Fact>
  </Facts>
);
