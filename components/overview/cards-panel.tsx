import Link from "next/link";
import { cardStates } from "@/components/cards/words";
import { type CardStatus, cardStatuses } from "@/components/types";
import { Block } from "@/components/ui/block";
import { cx } from "@/components/ui/cx";
import type { Overview } from "./types";

const fills: Record<CardStatus, string> = {
  active: "bg-positive-line",
  inactive: "bg-info-line",
  disabled: "bg-danger-line",
};

/** How many cards there are, by status; each number leads to its cards. */
export function CardsPanel({ cards }: { cards: Overview["cards"] }) {
  const number = new Intl.NumberFormat();
  const total = cardStatuses.reduce((sum, status) => sum + cards[status], 0);
  return (
    <Block title="Cards" action={<PanelLink href="/cards">All {number.format(total)}</PanelLink>}>
      <div className="flex h-2 gap-0.5 overflow-hidden rounded-sm bg-hover" aria-hidden>
        {cardStatuses
          .filter((status) => cards[status] > 0)
          .map((status) => (
            <span
              key={status}
              className={cx("min-w-1", fills[status])}
              style={{ flexGrow: cards[status] }}
            />
          ))}
      </div>
      <ul className="grid">
        {cardStatuses.map((status) => (
          <li key={status}>
            <Link
              href={`/cards?status=${status}`}
              prefetch={false}
              className="-mx-2 flex h-10 items-center gap-2 rounded-sm px-2 hover:bg-hover md:h-8"
            >
              <span className={cx("size-2 rounded-full", fills[status])} aria-hidden />
              {cardStates[status].word}
              <span className="ml-auto font-medium tabular-nums">
                {number.format(cards[status])}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Block>
  );
}

/** The way from a panel to the page behind it. */
export const PanelLink = ({ href, children }: { href: string; children: React.ReactNode }) => (
  <Link
    href={href}
    prefetch={false}
    className="text-sm font-medium text-accent-text underline-offset-4 hover:underline"
  >
    {children}
  </Link>
);
