import type { CSSProperties } from "react";
import { inkOn, shadeOf } from "@/lib/domain/stores/brand-color";

/** Gives the card colors below it the store's color, if it has one. */
export const cardColors = (brandColor: string | null | undefined): CSSProperties | undefined =>
  brandColor
    ? ({
        "--color-card-from": brandColor,
        "--color-card-to": shadeOf(brandColor),
        "--color-card-ink": inkOn(brandColor),
      } as CSSProperties)
    : undefined;
