import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import type { CSSProperties } from "react";
import { CardDrawing } from "@/components/kit/cards/card-drawing";
import { DESIGN_COLORS, DESIGN_INK, type GiftDesign } from "@/lib/base/gift-designs";

/** The picture of a design. It loads after the page, which works without it. */
export const LazyGiftArt = dynamic(async () => (await import("./gift-art")).GiftArt);

/** Gives the card colors below it those of a design. */
export const designColors = (design: GiftDesign): CSSProperties =>
  ({
    "--color-card-from": DESIGN_COLORS[design].from,
    "--color-card-to": DESIGN_COLORS[design].to,
    "--color-card-ink": DESIGN_INK,
  }) as CSSProperties;

type Props = {
  /** Null for the store's plain card. */
  design: GiftDesign | null;
  store: { name: string; brandColor: string | null; logoUrl: string | null };
  amountCents: number;
  currency: string;
  word: string;
};

/** A gift as its recipient sees it. */
export function GiftDrawing({ design, store, ...amount }: Props) {
  const t = useTranslations("wallet");
  const picture = design && {
    art: <LazyGiftArt design={design} />,
    words: t(`gift.designs.${design}`),
    colors: designColors(design),
  };
  return (
    <CardDrawing
      {...amount}
      storeName={store.name}
      brand={store}
      code="•••• •••• •••• ••••"
      picture={picture}
      active
    />
  );
}
