import Link from "next/link";
import { useTranslations } from "next-intl";
import type { Overview } from "@/components/kit/api/types";
import { type CardState, cardStateNames } from "@/components/kit/cards/words";
import { formatNumber } from "@/components/kit/money/numbers";
import { cx } from "@/components/kit/ui/cx";
import { Block } from "@/components/kit/ui/section";

const fills: Record<CardState, string> = {
  active: "bg-positive-line",
  inactive: "bg-info-line",
  disabled: "bg-danger-line",
  expired: "bg-attention-line",
};

export function CardsPanel({ cards, expiredCards }: Pick<Overview, "cards" | "expiredCards">) {
  const t = useTranslations("overview");
  const tc = useTranslations("common");
  const counts: Record<CardState, number | null> = {
    ...cards,
    active: expiredCards === null ? null : cards.active - expiredCards,
    expired: expiredCards,
  };
  const total = cards.active + cards.inactive + cards.disabled;
  return (
    <Block
      title={t("cards.title")}
      action={<PanelLink href="/cards">{t("cards.viewAll", { count: total })}</PanelLink>}
    >
      <div className="flex h-2 gap-0.5 overflow-hidden rounded-sm bg-hover" aria-hidden>
        {cardStateNames.map((state) => {
          const count = counts[state];
          if (!count) return null;
          return (
            <span key={state} className={cx("min-w-1", fills[state])} style={{ flexGrow: count }} />
          );
        })}
      </div>
      <ul className="grid">
        {cardStateNames.map((state) => (
          <li key={state}>
            <Link
              href={`/cards?status=${state}`}
              prefetch={false}
              className="-mx-2 flex h-10 items-center gap-2 rounded-sm px-2 hover:bg-hover md:h-8"
            >
              <span className={cx("size-2 rounded-full", fills[state])} aria-hidden />
              {tc(`card.status.${state}`)}
              <span className="ml-auto font-medium tabular-nums">
                {counts[state] !== null && formatNumber(counts[state])}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Block>
  );
}

export const PanelLink = ({ href, children }: { href: string; children: React.ReactNode }) => (
  <Link
    href={href}
    prefetch={false}
    className="text-sm font-medium text-accent-text underline-offset-4 hover:underline"
  >
    {children}
  </Link>
);
