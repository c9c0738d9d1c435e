import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { readOptions } from "@/components/kit/api/read-options";
import { useSession } from "@/components/kit/api/session";
import { shownStateNames } from "@/components/kit/cards/words";
import { PickerField } from "@/components/kit/list/picker";
import { formatDate } from "@/components/kit/locale/days";
import { type AmountProblem, parseMoney } from "@/components/kit/money/money";
import { Button } from "@/components/kit/ui/button";
import { Field, MoneyField } from "@/components/kit/ui/field";
import { FilterSelect } from "@/components/kit/ui/filter-select";
import { Select } from "@/components/kit/ui/select";
import { decimalsOf, decimalText } from "@/lib/base/money";
import { cardCounts, type Filters, type ListingOptions } from "./filters";

type StatusProps = { listing: ListingOptions; onChange: (status: Filters["status"]) => void };

/** The card's status, with the number of cards that the other filters leave in each. */
export function StatusFilter({ listing, onChange }: StatusProps) {
  const t = useTranslations("cards");
  const tc = useTranslations("common");
  const { merchant } = useSession();
  const counts: Partial<Record<string, number | null>> =
    useQuery(cardCounts(listing, merchant)).data ?? {};
  return (
    <FilterSelect
      label={t("filters.status")}
      any={t("filters.anyStatus")}
      value={listing.status}
      onChange={onChange}
      options={shownStateNames.map((value) => {
        const [status, count] = [tc(`card.status.${value}`), counts[value]];
        return {
          value,
          label: typeof count === "number" ? t("filters.counted", { status, count }) : status,
        };
      })}
    />
  );
}

type BalanceProps = {
  filters: Pick<Filters, "balance" | "min" | "max">;
  currency: string;
  currencies: { value: string; label: string }[];
  onApply: (change: Partial<Filters>) => void;
};

/** The balance: none, any, or within a range of one currency. */
export function BalanceFilter({ filters, currency, currencies, onApply }: BalanceProps) {
  const t = useTranslations("cards");
  const { balance, min, max } = filters;
  const isRange = min !== null || max !== null;
  const [asksRange, setAsksRange] = useState(isRange);
  const choose = (kind: "any" | "none" | "range" | null) => {
    setAsksRange(kind === "range");
    if (kind !== "range") onApply({ balance: kind, min: null, max: null });
  };
  return (
    <>
      <FilterSelect
        label={t("filters.balance")}
        any={t("filters.anyBalance")}
        value={asksRange ? "range" : balance}
        onChange={choose}
        options={[
          { value: "any", label: t("filters.notEmpty") },
          { value: "none", label: t("filters.empty") },
          { value: "range", label: t("filters.range") },
        ]}
      />
      {asksRange && (
        <BalanceRange
          filters={filters}
          currency={currency}
          currencies={currencies}
          onApply={onApply}
        />
      )}
    </>
  );
}

function BalanceRange({ filters: { min, max }, currency, currencies, onApply }: BalanceProps) {
  const t = useTranslations("cards");
  const tc = useTranslations("common");
  const [inCurrency, setInCurrency] = useState(currency);
  const [least, setLeast] = useState(min === null ? "" : decimalText(min, currency));
  const [most, setMost] = useState(max === null ? "" : decimalText(max, currency));
  const [refused, setRefused] = useState(false);
  const [from, to] = [least, most].map((text) => readLimit(text, inCurrency));
  const missing = [least, most].every((text) => text.trim() === "");
  const values = { currency: inCurrency, decimals: decimalsOf(inCurrency) };
  const errorOf = (problem?: AmountProblem) =>
    refused && problem ? tc(`validation.${problem}`, values) : undefined;

  return (
    <form
      method="post"
      noValidate
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        const problem = from?.problem || to?.problem || missing;
        setRefused(Boolean(problem));
        if (problem || !from || !to) return;
        onApply({ balance: null, min: from.cents, max: to.cents, currency: inCurrency });
      }}
    >
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
      <div className="grid grid-cols-2 gap-2">
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
      </div>
      <Button type="submit" variant="primary" size="sm">
        {t("filters.apply")}
      </Button>
    </form>
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

type PickProps = {
  value: string | null;
  /** The value in words. */
  words: string | null;
  onChoose: (value: string | null) => void;
};

const mostOptions = 20;

/** Finds a customer by any part of the email or name. The value is the email. */
export function CustomerFilter(props: PickProps) {
  const t = useTranslations("cards");
  return (
    <PickerField
      {...props}
      label={t("filters.customer")}
      any={t("filters.anyCustomer")}
      find={t("filters.findCustomer")}
      useOptions={useCustomerOptions}
    />
  );
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
export function BatchFilter(props: PickProps) {
  const t = useTranslations("cards");
  return (
    <PickerField
      {...props}
      label={t("filters.batch")}
      any={t("filters.anyBatch")}
      find={t("filters.findBatch")}
      useOptions={useBatchOptions}
    />
  );
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
