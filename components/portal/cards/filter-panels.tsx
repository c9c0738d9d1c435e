import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { readOptions } from "@/components/kit/api/read-options";
import type { CardType } from "@/components/kit/api/types";
import { cardTypes } from "@/components/kit/cards/words";
import { Picker } from "@/components/kit/list/picker";
import { formatDate } from "@/components/kit/locale/days";
import { type AmountProblem, parseMoney } from "@/components/kit/money/money";
import { Button } from "@/components/kit/ui/button";
import { Field, MoneyField, TextField } from "@/components/kit/ui/field";
import { RadioGroup } from "@/components/kit/ui/radio-group";
import { Select } from "@/components/kit/ui/select";
import { decimalsOf, decimalText } from "@/lib/base/money";
import type { Filters } from "./filters";

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
  currencies: { value: string; label: string }[];
  onApply: (change: Partial<Filters>) => void;
};

export function BalancePanel({ filters, currency, currencies, onApply }: BalanceProps) {
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
                options={currencies}
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

type PickProps = { value: string | null; onChoose: (value: string) => void };

const mostOptions = 20;

/** Finds a customer by any part of the email or name. The value is the email. */
export function CustomerPanel(props: PickProps) {
  const t = useTranslations("cards");
  return <Picker {...props} label={t("filters.findCustomer")} useOptions={useCustomerOptions} />;
}

function useCustomerOptions(q: string) {
  const query = { q, limit: mostOptions };
  const { data, isError } = useQuery({
    ...readOptions(["customers", "options", q], "/api/portal/customers", query),
    placeholderData: keepPreviousData,
  });
  const options = data?.customers.map(({ email, name }) => ({
    value: email,
    label: name ?? email,
    hint: name && email,
  }));
  return { options, isError };
}

/** Finds a batch by any part of its name. The value is the id. */
export function BatchPanel(props: PickProps) {
  const t = useTranslations("cards");
  return <Picker {...props} label={t("filters.findBatch")} useOptions={useBatchOptions} />;
}

function useBatchOptions(q: string) {
  const t = useTranslations("cards");
  const query = { q, limit: mostOptions };
  const { data, isError } = useQuery({
    ...readOptions(["batches", "options", q], "/api/portal/batches", query),
    placeholderData: keepPreviousData,
  });
  const options = data?.batches.map(({ id, name, createdAt, createdCards: count }) => ({
    value: id,
    label: name,
    hint: t("filters.batchHint", { count, date: formatDate(createdAt.slice(0, 10)) }),
  }));
  return { options, isError };
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
