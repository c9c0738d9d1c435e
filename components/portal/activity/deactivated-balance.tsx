import Link from "next/link";
import { useTranslations } from "next-intl";
import { formatMoney } from "@/components/kit/money/money";

type Props = { cents: string | null; currency: string };

/** What deactivated cards have of an outstanding balance, with a link to them. */
export function DeactivatedBalance({ cents, currency }: Props) {
  const t = useTranslations("overview");
  if (cents === null || cents === "0") return null;
  return (
    <p className="text-sm text-muted">
      {t.rich("outstanding.deactivated", {
        amount: formatMoney(BigInt(cents), currency),
        link: (text) => (
          <Link
            href={`/cards?status=disabled&currency=${currency}&balance=any`}
            prefetch={false}
            className="underline underline-offset-4"
          >
            {text}
          </Link>
        ),
      })}
    </p>
  );
}
