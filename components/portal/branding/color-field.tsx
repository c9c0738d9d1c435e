import { useTranslations } from "next-intl";
import type { UseFormReturn } from "react-hook-form";
import { FormField } from "@/components/kit/form/form-text";
import { pageLocale } from "@/components/kit/locale/locale";
import { Field, Input } from "@/components/kit/ui/field";
import { Notice } from "@/components/kit/ui/notice";
import { contrastBetween, inkOn, isPale } from "@/lib/domain/stores/brand-color";
import { type BrandingInput, type BrandingValues, colorIn } from "./branding-values";

// The color of app/globals.css that cards have without a brand color.
const defaultColor = "#0d4631";

// Above the minimum of 4.5:1, but not by much.
const comfortableContrast = 5.5;

type Props = { form: UseFormReturn<BrandingInput, unknown, BrandingValues> };

/** The brand color, typed or picked, with the contrast of the text on it. */
export function ColorField({ form }: Props) {
  const t = useTranslations("branding");
  return (
    <FormField form={form} name="brandColor">
      {({ value, onChange, error }) => (
        <div className="grid gap-3">
          <Field label={t("color.label")} help={t("color.help")} error={error} optional>
            {(control) => (
              <div className="flex items-center gap-2">
                <input
                  type="color"
                  aria-label={t("color.pick")}
                  value={colorIn(value) ?? defaultColor}
                  onChange={(event) => onChange(event.target.value)}
                  className="size-11 shrink-0 cursor-pointer rounded-md border border-control bg-surface p-1 md:size-9"
                />
                <Input
                  {...control}
                  value={value}
                  onChange={(event) => onChange(event.target.value)}
                  placeholder={defaultColor}
                  autoComplete="off"
                  spellCheck={false}
                  className="font-mono"
                />
              </div>
            )}
          </Field>
          <div role="status">
            {colorIn(value) && <Contrast color={colorIn(value) ?? defaultColor} />}
          </div>
        </div>
      )}
    </FormField>
  );
}

/** The text color on a brand color, its contrast, and what is wrong with the color if anything is. */
function Contrast({ color }: { color: string }) {
  const t = useTranslations("branding");
  const ink = inkOn(color);
  const contrast = contrastBetween(color, ink);
  const isWhite = ink === "#ffffff";
  // Rounded down, so that the ratio never claims more than there is.
  const ratio = new Intl.NumberFormat(pageLocale(), {
    maximumFractionDigits: 1,
    roundingMode: "floor",
  }).format(contrast);
  return (
    <div className="grid gap-2">
      <p className="flex items-center gap-2 text-sm">
        <span
          aria-hidden
          style={{ backgroundColor: color, color: ink }}
          className="rounded-sm border px-2 py-0.5 font-semibold"
        >
          {t("color.sample")}
        </span>
        {t(isWhite ? "color.white" : "color.black", { ratio })}
      </p>
      {contrast < comfortableContrast && (
        <Notice tone="attention">{t(isWhite ? "color.darker" : "color.lighter")}</Notice>
      )}
      {isPale(color) && <Notice tone="info">{t("color.pale")}</Notice>}
    </div>
  );
}
