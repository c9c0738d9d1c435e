import * as z from "zod/mini";
import type { Branding } from "@/components/kit/api/types";
import { optionalEmail } from "@/components/kit/form/form-schemas";
import type { Translate } from "@/components/kit/locale/translate";
import { BRAND_COLOR } from "@/lib/domain/stores/brand-color";

const maxNameChars = 100;
const maxPhoneChars = 40;
const maxUrlChars = 500;

/** A typed color as it is stored, or as typed if it isn't one. `12573D` is `#12573d`. */
const normalColor = (typed: string): string => {
  const color = typed.trim().toLowerCase();
  return /^[0-9a-f]{6}$/.test(color) ? `#${color}` : color;
};

/** The typed color; null if it is blank or not a color. */
export const colorIn = (typed: string): string | null =>
  BRAND_COLOR.test(normalColor(typed)) ? normalColor(typed) : null;

const isPhone = (text: string) =>
  text === "" || (/^\+?[\d\s().\-/]*$/.test(text) && text.replace(/\D/g, "").length >= 3);
const isSecureUrl = (text: string) =>
  text === "" || (URL.canParse(text) && new URL(text).protocol === "https:");

export const brandingSchema = (t: Translate<"branding">) =>
  z.object({
    brandColor: z
      .string()
      .check(z.refine((text) => text.trim() === "" || colorIn(text) !== null, t("color.invalid"))),
    senderName: z.string().check(z.trim(), z.maxLength(maxNameChars)),
    supportEmail: optionalEmail,
    supportPhone: z
      .string()
      .check(z.trim(), z.maxLength(maxPhoneChars), z.refine(isPhone, t("supportPhone.invalid"))),
    termsUrl: z
      .string()
      .check(z.trim(), z.maxLength(maxUrlChars), z.refine(isSecureUrl, t("terms.invalid"))),
  });

type BrandingSchema = ReturnType<typeof brandingSchema>;
export type BrandingInput = z.input<BrandingSchema>;
export type BrandingValues = z.output<BrandingSchema>;

/** Form values of the saved branding. */
export const valuesOf = (branding: Branding): BrandingInput => ({
  brandColor: branding.brandColor ?? "",
  senderName: branding.senderName ?? "",
  supportEmail: branding.supportEmail ?? "",
  supportPhone: branding.supportPhone ?? "",
  termsUrl: branding.termsUrl ?? "",
});

/** The request body. It always sends every field, because the server detects what changed. */
export const brandingUpdateBody = (values: BrandingValues) => ({
  brandColor: colorIn(values.brandColor),
  senderName: values.senderName || null,
  supportEmail: values.supportEmail ?? null,
  supportPhone: values.supportPhone || null,
  termsUrl: values.termsUrl || null,
});

/** The branding with what was typed so far, for the preview. */
export const typedBranding = (saved: Branding, typed: BrandingInput): Branding => ({
  ...saved,
  brandColor: colorIn(typed.brandColor),
  senderName: typed.senderName.trim() || null,
  supportEmail: typed.supportEmail?.trim() || null,
  supportPhone: typed.supportPhone.trim() || null,
  termsUrl: typed.termsUrl.trim() || null,
});
