import { cva } from "class-variance-authority";
import type { CSSProperties, ReactNode } from "react";
import { formatMoney } from "@/components/kit/money/money";
import { cardColors } from "@/components/kit/store/brand";
import { StoreLogo } from "@/components/kit/store/store-logo";

const drawingClasses = cva(
  "relative isolate flex aspect-[1.586] w-full max-w-sm flex-col justify-between overflow-hidden rounded-lg bg-linear-to-br p-5 text-left text-card-ink shadow-float print:bg-none print:text-print",
  {
    variants: {
      active: {
        true: "from-card-from to-card-to",
        false: "from-card-spent-from to-card-spent-to",
      },
    },
  },
);

type CardDrawingProps = {
  storeName: string;
  code?: string;
  amountCents: number;
  currency: string;
  /** The card's state, or another label if the card doesn't exist yet. */
  word: string;
  /** Whether the card can be redeemed; it is pale if not. */
  active: boolean;
  /** The store's color and logo, if it has them. */
  brand?: { brandColor: string | null; logoUrl: string | null };
  /** A gift's picture with its words, in colors of its own. */
  picture?: { art: ReactNode; words: string; colors: CSSProperties | undefined } | null;
};

/** A drawing of a gift card. `code` is shown as is, so mask it first. */
export function CardDrawing(props: CardDrawingProps) {
  const { storeName, code, amountCents, currency, word, active, brand, picture } = props;
  const colors = picture ? picture.colors : cardColors(brand?.brandColor);
  return (
    <div className={drawingClasses({ active })} style={active ? colors : undefined}>
      {picture ? picture.art : <Rings />}
      <div className="flex items-start justify-between gap-3">
        <div className="flex min-w-0 items-center gap-2">
          <StoreLogo url={brand?.logoUrl ?? null} />
          <p className="truncate text-lg font-semibold">{storeName}</p>
        </div>
        <p className="rounded-sm border border-card-ink/50 px-1.5 print:border-print text-xs leading-5 whitespace-nowrap">
          {word}
        </p>
      </div>
      <div>
        <p className="text-2xl font-semibold tracking-tight tabular-nums">
          {formatMoney(amountCents, currency)}
        </p>
        {picture && (
          <p className="mt-1 max-w-[55%] text-lg leading-tight font-medium">{picture.words}</p>
        )}
        {code && (
          <p className="mt-1 font-mono text-base tracking-wider whitespace-nowrap">{code}</p>
        )}
      </div>
    </div>
  );
}

const radii = [40, 64, 88, 112, 136, 160, 184, 208];

const Rings = () => (
  <svg
    viewBox="0 0 320 200"
    preserveAspectRatio="xMaxYMax slice"
    className="absolute inset-0 -z-10 size-full opacity-15"
    aria-hidden="true"
  >
    {radii.map((radius) => (
      <circle key={radius} cx="300" cy="190" r={radius} fill="none" stroke="currentColor" />
    ))}
  </svg>
);
