import { useMutation } from "@tanstack/react-query";
import { Eye, EyeOff, Printer } from "lucide-react";
import { useTranslations } from "next-intl";
import { useCallback, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { post, url } from "@/components/kit/api/api";
import { useMayWrite, useSession } from "@/components/kit/api/session";
import type { Card } from "@/components/kit/api/types";
import { CardDrawing } from "@/components/kit/cards/card-drawing";
import { inFours, masked } from "@/components/kit/cards/words";
import { formatDate } from "@/components/kit/locale/days";
import type { Translate } from "@/components/kit/locale/translate";
import { formatMoney } from "@/components/kit/money/money";
import { StoreLogo } from "@/components/kit/store/store-logo";
import { Button } from "@/components/kit/ui/button";
import { CopyButton } from "@/components/kit/ui/copy-button";
import { LazyBarcode, LazyQrCode } from "@/components/kit/ui/lazy/codes";
import { RequestFailure } from "@/components/kit/ui/request-failure";
import { balancePageUrl } from "@/components/portal/store/words";
import { useDisplayState } from "./card-parts";

export function CardCode({ card }: { card: Card }) {
  const t = useTranslations("cards");
  const tc = useTranslations("common");
  const state = useDisplayState(card);
  const { merchant } = useSession();
  const mayWrite = useMayWrite();
  const [revealed, setRevealed] = useState<string | null>(null);
  const [printing, setPrinting] = useState<string | null>(null);
  const printed = useCallback(() => setPrinting(null), []);
  // Fetched each time it is shown, and dropped when it is hidden.
  const reveal = useMutation({
    mutationFn: () => post(url("/api/portal/cards/{uuid}/code", card), {}),
    onSuccess: ({ code }) => setRevealed(code),
  });
  // No one needs the code of a disabled card.
  const code = card.status === "disabled" ? null : revealed;
  const hide = () => setRevealed(null);
  const print = () =>
    code
      ? setPrinting(code)
      : reveal.mutate(undefined, { onSuccess: (reply) => setPrinting(reply.code) });

  return (
    <div className="grid gap-3">
      <CardDrawing
        storeName={merchant.name}
        brand={merchant}
        code={code ? inFours(code) : masked(card.code)}
        amountCents={card.balanceCents}
        currency={card.currency}
        word={tc(`card.status.${state}`)}
        active={state === "active"}
      />
      {mayWrite && card.status !== "disabled" && (
        <div className="flex flex-wrap gap-2">
          <Button size="sm" busy={reveal.isPending} onClick={code ? hide : () => reveal.mutate()}>
            {code ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
            {t(code ? "code.hide" : "code.show")}
          </Button>
          {code && <CopyButton text={code} label={t("code.copy")} withWord />}
          <Button size="sm" disabled={reveal.isPending} onClick={print}>
            <Printer aria-hidden /> {t("code.print")}
          </Button>
        </div>
      )}
      <RequestFailure error={reveal.error} />
      {code && (
        <div className="grid gap-3">
          <div className="flex items-center gap-4">
            <LazyQrCode
              text={code}
              label={t("code.qrCode")}
              className="w-32 shrink-0 rounded-md border"
            />
            <p className="max-w-48 text-sm text-muted">{t("code.scan")}</p>
          </div>
          <LazyBarcode
            text={code}
            label={t("code.barcode")}
            className="h-16 w-full max-w-120 rounded-md border bg-paper py-2"
          />
        </div>
      )}
      {printing && <PrintedCard card={card} code={printing} onDone={printed} />}
    </div>
  );
}

// Wide enough for receipt printers, too: 2 dots at 203 dpi.
const printedModuleMm = 0.254;
// Maximum wait for the QR code and the barcode, which are drawn last.
const longestWaitMs = 2_000;

/** The card alone on a sheet of paper. Opens the print dialog once it is drawn. */
function PrintedCard({ card, code, onDone }: { card: Card; code: string; onDone: () => void }) {
  const t = useTranslations("cards");
  const { merchant } = useSession();
  useEffect(() => {
    const startedAtMs = performance.now();
    let frame = requestAnimationFrame(function print() {
      const drawn = document.querySelectorAll("[data-printed] svg path[d]");
      if (drawn.length < 2 && performance.now() - startedAtMs < longestWaitMs) {
        frame = requestAnimationFrame(print);
      } else window.print();
    });
    window.addEventListener("afterprint", onDone);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener("afterprint", onDone);
    };
  }, [onDone]);

  return createPortal(
    <article data-printed className="hidden text-print print:block">
      <div
        style={{ borderColor: merchant.brandColor ?? undefined }}
        className="mx-auto flex w-[148mm] items-center gap-[8mm] rounded-lg border-2 border-print p-[10mm]"
      >
        <div className="grid min-w-0 flex-1 gap-[5mm]">
          <div className="flex items-center gap-[3mm]">
            <StoreLogo url={merchant.logoUrl} className="h-[10mm]" />
            <p className="text-xl font-semibold">{merchant.name}</p>
          </div>
          <div>
            <p className="text-sm">{t("print.giftCard")}</p>
            <p className="text-2xl font-semibold tabular-nums">
              {formatMoney(card.balanceCents, card.currency)}
            </p>
          </div>
          <p className="font-mono text-lg whitespace-nowrap">{inFours(code)}</p>
          <LazyBarcode
            text={code}
            label={t("code.barcode")}
            moduleMm={printedModuleMm}
            className="-ml-[2.5mm] h-[12mm] max-w-full"
          />
        </div>
        <LazyQrCode text={code} label={t("code.qrCode")} className="w-[36mm] shrink-0" />
      </div>
      <div className="mx-auto mt-[6mm] grid w-[148mm] gap-[2mm] text-sm">
        <p>{validityText(t, card)}</p>
        <p>
          {t.rich("print.balance", {
            url: balancePageUrl(merchant.slug).replace(/^https?:\/\//, ""),
            store: merchant.name,
            b: (text) => <span className="font-medium wrap-anywhere">{text}</span>,
          })}
        </p>
      </div>
    </article>,
    document.body,
  );
}

function validityText(t: Translate<"cards">, { status, expiresOn }: Card): string {
  if (status === "inactive") return t("print.inactive");
  return expiresOn ? t("print.until", { date: formatDate(expiresOn) }) : t("print.neverExpires");
}
