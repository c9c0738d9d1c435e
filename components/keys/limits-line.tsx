import { useTranslations } from "next-intl";
import { useSession } from "@/components/session";
import type { AmountLimit } from "./amount-limits";
import { amountLimitWords } from "./words";

/** A line of a list with the limits on amounts of a device or a cashier. Renders nothing without limits. */
export function LimitsLine({ limits }: { limits: Record<AmountLimit, number | null> }) {
  const t = useTranslations("keys");
  const words = amountLimitWords(t, limits, useSession().merchant.currency);
  return (
    words && (
      <p
        className="line-clamp-2 max-w-64 text-sm font-normal whitespace-normal text-muted"
        title={words}
      >
        {words}
      </p>
    )
  );
}
