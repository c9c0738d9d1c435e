"use client";

import { Eye, EyeOff, Printer } from "lucide-react";
import { useCallback, useState } from "react";
import { ApiError } from "@/components/api";
import { useMayWrite, useSession } from "@/components/session";
import type { Card } from "@/components/types";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { RequestFailure } from "@/components/ui/request-failure";
import { CardDrawing } from "./card-drawing";
import { LazyQrCode } from "./lazy-qr-code";
import { PrintedCard } from "./printed-card";
import { useExpired } from "./state-chip";
import { useCode } from "./use-code";
import { inFours, masked } from "./words";

/** The card as it looks; those who may change it can have its code, as text, as QR and on paper. */
export function CardCode({ card }: { card: Card }) {
  const { merchant } = useSession();
  const mayWrite = useMayWrite();
  const { code: shown, busy, error, show, hide } = useCode(card.uuid);
  // Nobody needs the code of a card that is disabled for good.
  const code = card.status === "disabled" ? null : shown;
  const [printing, setPrinting] = useState<string | null>(null);
  const printed = useCallback(() => setPrinting(null), []);
  const toggle = () => (code ? hide() : void show().catch(() => {}));
  const print = () => {
    if (code) return setPrinting(code);
    void show().then(
      (revealed) => setPrinting(revealed.code),
      () => {},
    );
  };

  return (
    <div className="grid gap-3">
      <CardDrawing
        storeName={merchant.name}
        code={code ? inFours(code) : masked(card.code)}
        amountCents={card.balanceCents}
        currency={card.currency}
        status={card.status}
        expired={useExpired(card)}
      />
      {mayWrite && card.status !== "disabled" && (
        <div className="flex flex-wrap gap-2">
          <Button size="sm" busy={busy} onClick={toggle}>
            {code ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
            {code ? "Hide code" : "Show code"}
          </Button>
          {code && <CopyButton text={code} what="code" withWord />}
          <Button size="sm" disabled={busy} onClick={print}>
            <Printer aria-hidden /> Print
          </Button>
        </div>
      )}
      {error instanceof ApiError && <RequestFailure error={error} />}
      {code && (
        <div className="flex items-center gap-4">
          <LazyQrCode
            text={code}
            label="The card's code as a QR code"
            className="w-32 shrink-0 rounded-md border"
          />
          <p className="max-w-48 text-sm text-muted">
            A till can scan this instead of typing the code. That it was shown is in the audit log.
          </p>
        </div>
      )}
      {printing && <PrintedCard card={card} code={printing} onDone={printed} />}
    </div>
  );
}
