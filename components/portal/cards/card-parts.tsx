import Link from "next/link";
import { useTranslations } from "next-intl";
import { useSession } from "@/components/kit/api/session";
import type { Card, CardType } from "@/components/kit/api/types";
import { displayState, isExpired, stateLabel } from "@/components/kit/cards/words";
import { todayIn } from "@/components/kit/locale/days";
import { formatMoney } from "@/components/kit/money/money";
import { Chip } from "@/components/kit/ui/chip";
import { cx } from "@/components/kit/ui/cx";
import { Money } from "@/components/kit/ui/format";

/** A card's last 4, with dots that screen readers skip. */
export function CardEnding({ last4 }: { last4: string }) {
  const t = useTranslations("common");
  return (
    <>
      <span aria-hidden>•••• </span>
      {t.rich("card.ending", {
        last4,
        spoken: (text) => <span className="sr-only">{text}</span>,
      })}
    </>
  );
}

type Props = { uuid: string; last4: string; className?: string };

export const CardCellLink = ({ uuid, last4, className }: Props) => (
  <Link
    href={`/cards/${uuid}`}
    prefetch={false}
    className={cx("font-mono text-sm font-medium underline-offset-4 hover:underline", className)}
  >
    <CardEnding last4={last4} />
  </Link>
);

/** Whether an active card has expired, by the date of the store's clock, in its time zone. */
export function useIsExpired(card: Pick<Card, "status" | "expiresOn">): boolean {
  const { merchant } = useSession();
  return isExpired(card, todayIn(merchant.timeZone, merchant.clockOffsetMs));
}

/** A card's status, with "frozen", or "expired" for active cards past their expiration date. */
export function useDisplayState({
  status,
  expiresOn,
  frozen,
}: Pick<Card, "status" | "expiresOn" | "frozen">) {
  const expired = useIsExpired({ status, expiresOn });
  return displayState(status, { expired, frozen });
}

export function StateChip(card: Pick<Card, "status" | "expiresOn" | "frozen">) {
  const t = useTranslations("common");
  return <Chip {...stateLabel(t, useDisplayState(card))} />;
}

/** "Digital" or "Physical". */
export const CardTypeWord = ({ type }: { type: CardType }) =>
  useTranslations("common")(`cardType.${type}`);

type Balance = Pick<Card, "balanceCents" | "availableCents" | "currency" | "status">;

/** A card's balance in a list, with the amount that is held. Struck through if the card is disabled. */
export function ListedBalance({ balanceCents, availableCents, currency, status }: Balance) {
  const t = useTranslations("common");
  return (
    <>
      <span className={status === "disabled" ? "text-muted line-through" : "font-medium"}>
        <Money amountCents={balanceCents} currency={currency} />
      </span>
      {availableCents < balanceCents && (
        <span className="block text-sm whitespace-nowrap tabular-nums text-muted">
          {t("card.held", { amount: formatMoney(balanceCents - availableCents, currency) })}
        </span>
      )}
    </>
  );
}
