"use client";

import { cva } from "class-variance-authority";
import Link from "next/link";
import { formatMoney } from "@/components/money";
import { CodeIcon, CodeSheet } from "./code-sheet";
import type { OwnCard } from "./types";
import { expiryOf, stateOf } from "./words";

const tile = cva(
  "relative flex items-center gap-4 rounded-lg bg-linear-to-br p-5 text-card-ink shadow-float",
  {
    variants: {
      spendable: {
        true: "from-card-from to-card-to",
        false: "from-card-spent-from to-card-spent-to",
      },
    },
  },
);

/** A card in the wallet list, with its balance and a button that shows its code. */
export function CardTile({ card }: { card: OwnCard }) {
  const state = stateOf(card);
  return (
    <li className={tile({ spendable: state === null })}>
      <div className="min-w-0 flex-1">
        <p className="text-sm">
          {card.isStoreCredit ? "Store credit" : "Gift card"}
          <span className="font-mono"> •••• {card.last4}</span>
        </p>
        <p className="mt-1 text-2xl font-semibold tracking-tight tabular-nums">
          <Link
            href={`/wallet/cards/${card.uuid}`}
            className="after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-focus"
          >
            {formatMoney(card.balanceCents, card.currency)}
          </Link>
        </p>
        <p className="mt-1 text-sm">{state ?? expiryOf(card)}</p>
      </div>
      {state === null && (
        <CodeSheet
          card={card}
          trigger={
            <button
              type="button"
              aria-label={`Show the code of •••• ${card.last4}`}
              className="relative grid size-14 shrink-0 place-items-center rounded-md bg-paper text-print focus-visible:outline-card-ink"
            >
              <CodeIcon />
            </button>
          }
        />
      )}
    </li>
  );
}
