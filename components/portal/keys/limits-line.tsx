import { useTranslations } from "next-intl";
import { useSession } from "@/components/kit/api/session";
import { type Limits, limitWords } from "./words";

/** A line of a list with the limits of a key, a device or a cashier. Renders nothing without limits. */
export function LimitsLine({ limits }: { limits: Limits }) {
  const t = useTranslations("keys");
  const words = limitWords(t, limits, useSession().merchant.currency);
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
