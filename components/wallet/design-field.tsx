import { useTranslations } from "next-intl";
import { cardColors } from "@/components/kit/store/brand";
import { FieldGroup } from "@/components/kit/ui/field";
import { GIFT_DESIGNS, type GiftDesign } from "@/lib/base/gift-designs";
import { designColors, LazyGiftArt } from "./gift-drawing";

type Props = {
  value: GiftDesign | null;
  onChange: (design: GiftDesign | null) => void;
  /** The store's color, which its plain card has. */
  brandColor: string | null;
};

/** Chooses a gift's design among small pictures. */
export function DesignField({ value, onChange, brandColor }: Props) {
  const t = useTranslations("wallet");
  return (
    <FieldGroup legend={t("gift.design")}>
      <div className="grid grid-cols-3 gap-2">
        {[null, ...GIFT_DESIGNS].map((design) => (
          <label
            key={design ?? "plain"}
            className="grid cursor-pointer grid-rows-[auto_1fr] gap-1.5 rounded-md border border-line bg-surface p-1.5 text-center text-sm has-checked:border-accent has-checked:bg-accent-tint has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name="design"
              className="sr-only"
              checked={value === design}
              onChange={() => onChange(design)}
            />
            <span
              className="relative isolate block aspect-[1.586] overflow-hidden rounded-sm bg-linear-to-br from-card-from to-card-to text-card-ink"
              style={design ? designColors(design) : cardColors(brandColor)}
            >
              {design && <LazyGiftArt design={design} />}
            </span>
            <span className="self-center leading-tight wrap-anywhere">
              {t(`gift.designs.${design ?? "plain"}`)}
            </span>
          </label>
        ))}
      </div>
    </FieldGroup>
  );
}
