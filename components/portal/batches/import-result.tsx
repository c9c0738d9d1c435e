import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { formatNumber } from "@/components/kit/money/numbers";
import { Button } from "@/components/kit/ui/button";
import { Fact, Facts } from "@/components/kit/ui/facts";
import { Notice } from "@/components/kit/ui/notice";
import { type ImportCheck, totalsOf } from "./batch";
import { ImportConversions } from "./import-conversions";
import type { CheckedImport } from "./import-file";
import { ImportProblems } from "./import-problems";
import { ImportTotals } from "./import-totals";

// Forms are heavy, so load them when a dialog opens.
const ImportDialog = dynamic(async () => (await import("./import-dialog")).ImportDialog);

type Props = CheckedImport & {
  onBack: () => void;
  onChecked: (checked: CheckedImport) => void;
};

export function ImportResult({ chosen, check, rejected, onBack, onChecked }: Props) {
  const t = useTranslations("batches");
  const heading = useRef<HTMLHeadingElement>(null);
  const [confirming, setConfirming] = useState(false);
  // The pressed button is gone, so move the screen reader's focus here.
  useEffect(() => heading.current?.focus(), []);
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
        {check.headingLine > 1 && (
          <Notice tone="info">{t("result.headingLine", { line: check.headingLine })}</Notice>
        )}
        {check.ignored.length > 0 && (
          <Notice tone="info">{t("result.ignored", { columns: check.ignored.join(", ") })}</Notice>
        )}
        {check.short > 0 && (
          <Notice tone="info">{t("result.shortCodes", { count: check.short })}</Notice>
        )}
        {check.totals > 0 && <ImportTotals chosen={chosen} check={check} onChecked={onChecked} />}
        {check.guessable && <GuessableNotice check={check} guessable={check.guessable} />}
        <div className="flex flex-wrap gap-2">
          {check.cards > 0 && (
            <Button variant="primary" onClick={() => setConfirming(true)}>
              {t("result.import", { count: check.cards })}
            </Button>
          )}
          <Button onClick={onBack}>{t("result.chooseAnother")}</Button>
        </div>
      </div>
      {check.conversions.length > 0 && <ImportConversions conversions={check.conversions} />}
      {check.problems.length > 0 && (
        <ImportProblems fileName={chosen.fileName} check={check} rejected={rejected} />
      )}
      {confirming && (
        <ImportDialog chosen={chosen} check={check} onClose={() => setConfirming(false)} />
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

function Summary({ chosen, check }: Pick<CheckedImport, "chosen" | "check">) {
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
        <b className="font-semibold tabular-nums">{totalsOf(check) || t("result.noBalance")}</b>
      </Fact>
    </Facts>
  );
}
