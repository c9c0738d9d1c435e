import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import type { CSSProperties } from "react";
import { CardDrawing } from "@/components/kit/cards/card-drawing";
import type { Translate } from "@/components/kit/locale/translate";
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

/** The picture of a gift on a drawing of its card; null for the store's plain card. */
export const pictureOf = (t: Translate<"wallet">, design: GiftDesign | null) =>
  design && {
    art: <LazyGiftArt design={design} />,
    words: t(`gift.designs.${design}`),
    colors: designColors(design),
  };

/** What a gift's sender wrote. */
export const GiftMessage = ({ text }: { text: string }) => (
  <blockquote className="border-l-2 border-accent pl-4 whitespace-pre-line wrap-anywhere">
    {text}
  </blockquote>
);

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
  const picture = pictureOf(useTranslations("wallet"), design);
  return (
    <CardDrawing
      {...amount}
      storeName={store.name}
      brand={store}
      {...(!picture && { code: "•••• •••• •••• ••••" })}
      picture={picture}
      active
    />
  );
}
