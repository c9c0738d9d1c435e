import type { CSSProperties } from "react";
import { inkOn, isDim, isPale, shadeOf } from "@/lib/domain/stores/brand-color";

/** Gives the card colors below it the store's color, if it has one. */
export const cardColors = (brandColor: string | null | undefined): CSSProperties | undefined =>
  brandColor
    ? ({
        "--color-card-from": brandColor,
        "--color-card-to": shadeOf(brandColor),
        "--color-card-ink": inkOn(brandColor),
      } as CSSProperties)
    : undefined;

const outlineIf = (isFaint: boolean) => (isFaint ? "var(--color-control)" : "transparent");

/** Gives the buttons below it the store's color, if it has one, with an outline in a theme where it is hard to see. */
export const buttonColors = (brandColor: string | null | undefined): CSSProperties | undefined =>
  brandColor
    ? ({
        "--color-accent": brandColor,
        "--color-accent-hover": shadeOf(brandColor),
        "--color-accent-ink": inkOn(brandColor),
        "--color-accent-line": `light-dark(${outlineIf(isPale(brandColor))}, ${outlineIf(isDim(brandColor))})`,
      } as CSSProperties)
    : undefined;
