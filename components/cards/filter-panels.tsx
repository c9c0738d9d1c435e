import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { currencyOptions } from "@/components/currencies";
import { type AmountProblem, parseMoney } from "@/components/money";
import type { CardType } from "@/components/types";
import { Button } from "@/components/ui/button";
import { Field, MoneyField, TextField } from "@/components/ui/field";
import { RadioGroup } from "@/components/ui/radio-group";
import { Select } from "@/components/ui/select";
import { decimalsOf, decimalText } from "@/lib/money";
import type { Filters } from "./filters";
import { readTerm } from "./search-terms";
import { cardTypes } from "./words";

function Panel({ onSubmit, children }: { onSubmit: () => void; children: ReactNode }) {
  const t = useTranslations("cards");
  return (
    <form
      method="post"
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
      <Button type="submit" variant="primary" size="sm">
        {t("filters.apply")}
      </Button>
    </form>
  );
}

type DaysProps = {
  from: string | null;
  to: string | null;
  help: string;
  onApply: (from: string | null, to: string | null) => void;
};

export function DaysPanel({ from, to, help, onApply }: DaysProps) {
  const t = useTranslations("cards");
  const [first, setFirst] = useState(from ?? "");
  const [last, setLast] = useState(to ?? "");
  const turned = first !== "" && last !== "" && first > last;
  return (
    <Panel onSubmit={() => turned || onApply(first || null, last || null)}>
      <TextField
        label={t("filters.from")}
        type="date"
        value={first}
        onChange={(event) => setFirst(event.target.value)}
      />
      <TextField
        label={t("filters.to")}
        help={help}
        error={turned ? t("filters.turnedDays") : undefined}
        type="date"
        value={last}
        onChange={(event) => setLast(event.target.value)}
      />
    </Panel>
  );
}

type BalanceProps = {
  filters: Pick<Filters, "balance" | "min" | "max">;
  currency: string;
  onApply: (change: Partial<Filters>) => void;
};

export function BalancePanel({ filters, currency, onApply }: BalanceProps) {
  const t = useTranslations("cards");
  const tc = useTranslations("common");
  const { balance, min, max } = filters;
  const [kind, setKind] = useState<"any" | "none" | "range">(
    min !== null || max !== null ? "range" : (balance ?? "any"),
  );
  const [inCurrency, setInCurrency] = useState(currency);
  const [least, setLeast] = useState(min === null ? "" : decimalText(min, currency));
  const [most, setMost] = useState(max === null ? "" : decimalText(max, currency));
  const [refused, setRefused] = useState(false);
  const [from, to] = [least, most].map((text) => readLimit(text, inCurrency));
  const missing = [least, most].every((text) => text.trim() === "");
  const values = { currency: inCurrency, decimals: decimalsOf(inCurrency) };
  const errorOf = (problem?: AmountProblem) =>
    refused && problem ? tc(`validation.${problem}`, values) : undefined;

  const apply = () => {
    if (kind !== "range") return onApply({ balance: kind, min: null, max: null });
    const problem = from?.problem || to?.problem || missing;
    setRefused(Boolean(problem));
    if (problem || !from || !to) return;
    onApply({ balance: null, min: from.cents, max: to.cents, currency: inCurrency });
  };

  return (
    <Panel onSubmit={apply}>
      <RadioGroup
        label={t("filters.balance")}
        className="sm:grid-cols-1"
        value={kind}
        onValueChange={setKind}
        options={[
          { value: "any", label: t("filters.notEmpty") },
          { value: "none", label: t("filters.empty") },
          { value: "range", label: t("filters.range") },
        ]}
      />
      {kind === "range" && (
        <>
          <Field label={t("filters.currency")}>
            {(control) => (
              <Select
                {...control}
                options={currencyOptions()}
                value={inCurrency}
                onValueChange={setInCurrency}
              />
            )}
          </Field>
          <MoneyField
            label={t("filters.min")}
            error={errorOf(from?.problem)}
            currency={inCurrency}
            value={least}
            onChange={(event) => setLeast(event.target.value)}
          />
          <MoneyField
            label={t("filters.max")}
            error={refused && missing ? t("filters.balanceMissing") : errorOf(to?.problem)}
            currency={inCurrency}
            value={most}
            onChange={(event) => setMost(event.target.value)}
          />
        </>
      )}
    </Panel>
  );
}

type Limit = { cents: number | null; problem?: AmountProblem };

/** Parses a typed amount; empty text means no limit. */
function readLimit(text: string, currency: string): Limit {
  if (text.trim() === "") return { cents: null };
  const parsed = parseMoney(text, currency);
  return "problem" in parsed
    ? { cents: null, problem: parsed.problem }
    : { cents: parsed.amountCents };
}

type TextProps = {
  label: string;
  value: string | null;
  help: string;
  /** What the text has to be, and the error message if it isn't. */
  kind: "email" | "id";
  problem: string;
  onApply: (text: string | null) => void;
};

export function TextPanel({ label, value, help, kind, problem, onApply }: TextProps) {
  const [text, setText] = useState(value ?? "");
  const [refused, setRefused] = useState(false);
  const submit = () => {
    const typed = text.trim();
    const invalid = typed !== "" && readTerm(typed).kind !== kind;
    setRefused(invalid);
    if (!invalid) onApply(typed || null);
  };
  return (
    <Panel onSubmit={submit}>
      <TextField
        label={label}
        help={help}
        error={refused ? problem : undefined}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </Panel>
  );
}

type TypeProps = { value: CardType | null; onChoose: (type: CardType | null) => void };

export function TypePanel({ value, onChoose }: TypeProps) {
  const t = useTranslations("cards");
  const tc = useTranslations("common");
  return (
    <RadioGroup<CardType | "">
      label={t("filters.type")}
      className="sm:grid-cols-1"
      value={value ?? ""}
      options={cardTypes.map((type) => ({ value: type, label: tc(`cardType.${type}`) }))}
      onValueChange={(chosen) => onChoose(chosen || null)}
    />
  );
}
