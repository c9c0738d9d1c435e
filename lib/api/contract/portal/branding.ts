import { z } from "zod";
import { Email, Name, Uuid } from "@/lib/api/contract/fields";
import { inBothShapes, sameReply } from "@/lib/api/contract/shapes";
import { isPlainText } from "@/lib/base/text";
import { BRAND_COLOR } from "@/lib/domain/stores/brand-color";
import { MAX_LOGO_BYTES } from "@/lib/domain/stores/encode-logo";

/** A store as customers see it. */
export const StoreBrandView = z.object({
  name: z.string(),
  brandColor: z.string().nullable(),
  /** A path on this site. */
  logoUrl: z.string().nullable(),
  supportEmail: z.string().nullable(),
  supportPhone: z.string().nullable(),
  termsUrl: z.string().nullable(),
});

export const brandingReply = sameReply(
  z.object({ ...StoreBrandView.shape, senderName: z.string().nullable() }),
);

/** Characters on a store's cards that can't be printed, such as emoji. */
export const unprintableReply = sameReply(z.object({ characters: z.array(z.string()) }));

const MAX_PHONE_CHARS = 40;
const MAX_URL_CHARS = 500;

const Phone = z
  .string()
  .trim()
  .max(MAX_PHONE_CHARS)
  .regex(/^\+?[\d\s().\-/]*$/, "must be a phone number")
  .refine((phone) => phone.replace(/\D/g, "").length >= 3, "must be a phone number");

const TermsUrl = z
  .string()
  .trim()
  .max(MAX_URL_CHARS)
  .transform((typed, context) => {
    const url = URL.canParse(typed) ? new URL(typed) : null;
    const isPublic = url?.protocol === "https:" && url.hostname.includes(".");
    if (isPublic && !url.username && !url.password) return url.href;
    context.addIssue("must be a URL that starts with https://");
    return z.NEVER;
  });

export const BrandingChangeBody = inBothShapes(
  z.strictObject({
    brandColor: z
      .string()
      .toLowerCase()
      .regex(BRAND_COLOR, "must be a color such as #12573d")
      .nullable()
      .optional(),
    senderName: Name.refine(isPlainText, "must not contain control characters")
      .nullable()
      .optional(),
    supportEmail: Email.nullable().optional(),
    supportPhone: Phone.nullable().optional(),
    termsUrl: TermsUrl.nullable().optional(),
  }),
);

const MAX_BASE64_CHARS = 4 * Math.ceil(MAX_LOGO_BYTES / 3);
/** Room for the JSON around a logo of the maximum size. */
export const MAX_LOGO_BODY_BYTES = MAX_BASE64_CHARS + 1024;

/** An image file in base64. Not z.base64(), whose pattern is too slow for long texts. */
const File = z.string().transform((text, context) => {
  const bytes = Buffer.from(text, "base64");
  if (bytes.length > 0 && bytes.toString("base64") === text) return bytes;
  context.addIssue("must be a file in base64");
  return z.NEVER;
});

export const LogoBody = inBothShapes(z.strictObject({ image: File }));

/** The path of a logo: its store, and the hash of its content. */
export const LogoParams = z.strictObject({
  merchantId: Uuid,
  file: z
    .string()
    .regex(/^[0-9a-f]{64}\.png$/)
    .transform((file) => Buffer.from(file.slice(0, 64), "hex")),
});
