import { useMutation } from "@tanstack/react-query";
import { QrCode as QrIcon, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { Dialog as Radix } from "radix-ui";
import { type ReactNode, useState } from "react";
import { ApiError, post, url } from "@/components/kit/api/api";
import { inFours } from "@/components/kit/cards/words";
import { formatMoney } from "@/components/kit/money/money";
import { StoreLogo } from "@/components/kit/store/store-logo";
import { LazyBarcode, LazyQrCode } from "@/components/kit/ui/lazy/codes";
import { RequestFailure } from "@/components/kit/ui/request-failure";
import { Skeletons } from "@/components/kit/ui/states";
import { PassButtons } from "./pass-buttons";
import type { OwnCard } from "./types";

type Props = { card: OwnCard; trigger: ReactNode };

/**
 * Shows a card's code as text, QR code and Code 128, black on white in both themes because scanners need that. The
 * code is fetched each time it is shown and discarded on close.
 */
export function CodeSheet({ card, trigger }: Props) {
  const t = useTranslations("wallet");
  const [open, setOpen] = useState(false);
  const reveal = useMutation({
    mutationFn: () => post(url("/api/wallet/cards/{uuid}/code", { uuid: card.uuid }), {}),
  });
  const change = (next: boolean) => {
    setOpen(next);
    if (next) reveal.mutate();
    else reveal.reset();
  };
  return (
    <Radix.Root open={open} onOpenChange={change}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-describedby={undefined}
          className="fixed inset-0 z-50 grid animate-appear content-center justify-items-center gap-4 overflow-y-auto bg-paper p-6 text-print scheme-light outline-none"
        >
          <StoreLogo url={card.store.logoUrl} className="h-12 max-w-48" />
          <Radix.Title className="text-lg font-semibold">{card.store.name}</Radix.Title>
          {reveal.data ? (
            <>
              <LazyQrCode
                text={reveal.data.code}
                label={t("code.qr")}
                className="w-full max-w-72"
              />
              <LazyBarcode
                text={reveal.data.code}
                label={t("code.barcode")}
                className="h-20 w-full max-w-120"
              />
              <p className="font-mono text-xl font-semibold tracking-wider whitespace-nowrap">
                {inFours(reveal.data.code)}
              </p>
            </>
          ) : reveal.error instanceof ApiError ? (
            <RequestFailure error={reveal.error} />
          ) : (
            <Skeletons bars={["aspect-square w-full"]} className="w-full max-w-72" />
          )}
          <p className="text-2xl font-semibold tabular-nums">
            {formatMoney(card.availableCents, card.currency)}
          </p>
          <p className="text-center">{t("code.warning")}</p>
          <PassButtons card={card} />
          <Radix.Close
            aria-label={useTranslations("common")("actions.close")}
            className="absolute top-3 right-3 grid size-11 place-items-center rounded-md outline-print"
          >
            <X className="size-6" aria-hidden />
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

export const CodeIcon = () => <QrIcon className="size-6" aria-hidden />;
