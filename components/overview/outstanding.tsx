import { formatMoney } from "@/components/money";
import { Segments } from "@/components/ui/segments";
import type { Overview } from "./types";

type Props = {
  currencies: Overview["currencies"];
  currency: string;
  onCurrency: (currency: string) => void;
};

/** What is owed on all cards in one currency, and the way to the others. */
export function Outstanding({ currencies, currency, onCurrency }: Props) {
  const shown = currencies.find((one) => one.currency === currency);
  return (
    <section
      aria-label="Outstanding balance"
      className="flex flex-wrap items-end justify-between gap-4"
    >
      <div className="min-w-0">
        <p className="text-sm text-muted">Outstanding on all cards</p>
        <p className="text-2xl font-semibold tracking-tight wrap-anywhere tabular-nums">
          {formatMoney(BigInt(shown?.outstandingCents ?? 0), currency)}
        </p>
      </div>
      {currencies.length > 1 && (
        <Segments
          label="Currency"
          value={currency}
          onValueChange={onCurrency}
          options={currencies.map((one) => ({ value: one.currency, label: one.currency }))}
        />
      )}
    </section>
  );
}
