import Link from "next/link";
import { formatMoney } from "@/components/money";
import { countOf } from "@/components/numbers";
import { Segments } from "@/components/ui/segments";
import type { Overview } from "./types";

type Props = {
  currencies: Overview["currencies"];
  currency: string;
  onCurrency: (currency: string) => void;
};

/** Outstanding balance in one currency, including pending gifts, with a currency switch. */
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
        {shown && shown.escrow.gifts > 0 && (
          <p className="text-sm text-muted">
            and {formatMoney(BigInt(shown.escrow.amountCents), currency)} in escrow,{" "}
            <Link
              href="/reports?tab=gifts"
              prefetch={false}
              className="underline underline-offset-4"
            >
              {countOf(shown.escrow.gifts, "gift")} waiting
            </Link>
          </p>
        )}
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
