"use client";

import { Download } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { formatMoney } from "@/components/money";
import type { Card } from "@/components/types";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { saveText } from "./save-text";

/** The codes of cards that were just made, to be copied or kept as a file. */
export function NewCodes({ cards, onClose }: { cards: Card[]; onClose: () => void }) {
  const [kept, setKept] = useState(false);
  const codes = cards.map(({ code }) => code).join("\n");
  const [first] = cards;
  const count = cards.length === 1 ? "card" : `${cards.length} cards`;
  const what = cards.length === 1 ? "code" : "codes";
  const title = first && first.balanceCents > 0 ? "created and activated" : "created";
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`${count === "card" ? "Card" : count} ${title}`}
      description={
        first && first.balanceCents > 0
          ? `${formatMoney(first.balanceCents, first.currency)} on each.`
          : "Inactive and empty until they are sold."
      }
    >
      <div className="grid gap-4">
        <ol
          aria-label={`The new ${what}`}
          className="max-h-72 divide-y overflow-y-auto rounded-md border bg-sunken px-4 font-mono text-base"
        >
          {cards.map(({ uuid, code }) => (
            <li key={uuid} className="flex h-10 items-center justify-between gap-3">
              {code}
              <Link
                href={`/cards/${uuid}`}
                className="font-sans text-sm text-muted underline underline-offset-4 hover:text-ink"
              >
                Open<span className="sr-only"> the card ending in {code.slice(-4)}</span>
              </Link>
            </li>
          ))}
        </ol>
        <div className="flex flex-wrap gap-2">
          <CopyButton text={codes} what={what} withWord onCopied={() => setKept(true)} />
          <Button
            size="sm"
            onClick={() => {
              saveText("card-codes.txt", `${codes}\n`);
              setKept(true);
            }}
          >
            <Download aria-hidden /> Download
          </Button>
        </div>
        {!kept && (
          <Notice tone="attention">
            Whoever knows a code can spend the card. Hand {cards.length === 1 ? "it" : "them"} on
            now; later each is shown on its card's page alone.
          </Notice>
        )}
        <DialogActions>
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}
