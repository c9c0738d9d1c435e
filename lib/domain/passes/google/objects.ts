import { env } from "@/lib/base/config/env";
import type { GooglePasses } from "@/lib/base/config/env-passes";
import { textsOf } from "@/lib/base/i18n/texts";
import { centsToMicros } from "@/lib/base/money";
import type { Pass, PassState } from "@/lib/domain/passes/pass";
import { passBalanceCents } from "@/lib/domain/passes/pass";
import { DEFAULT_BRAND_COLOR } from "@/lib/domain/stores/brand-color";

const STATES: Record<PassState, string> = {
  active: "ACTIVE",
  frozen: "INACTIVE",
  expired: "EXPIRED",
  disabled: "INACTIVE",
};

/** The id of a store's class at Google. */
export const classIdOf = ({ merchantId }: Pass, { issuerId }: GooglePasses): string =>
  `${issuerId}.${merchantId}`;
/** The id of a pass's object at Google. */
export const objectIdOf = ({ id }: Pass, { issuerId }: GooglePasses): string => `${issuerId}.${id}`;

/**
 * The part of a store's gift card class that the link to save a card contains. Links must be short, so the rest follows
 * once the card is saved.
 */
export function briefClass(pass: Pass, google: GooglePasses) {
  const { name, brandColor } = pass.store;
  return {
    id: classIdOf(pass, google),
    issuerName: name,
    reviewStatus: "UNDER_REVIEW",
    hexBackgroundColor: brandColor ?? DEFAULT_BRAND_COLOR,
    // Anyone with a copy of the pass could use the balance.
    multipleDevicesAndHoldersAllowedStatus: "ONE_USER_ALL_DEVICES",
  };
}

/** The gift card class of a store, in Google's format: its brand, contact and terms. */
export function giftCardClass(pass: Pass, google: GooglePasses) {
  const { name, logoUrl, supportEmail, supportPhone, termsUrl } = pass.store;
  const { appUrl } = env();
  const t = textsOf(pass.locale, "passes");
  const links = [
    [termsUrl, t("terms")],
    [supportEmail && `mailto:${supportEmail}`, supportEmail],
    [supportPhone && `tel:${supportPhone.replace(/[^+\d]/g, "")}`, supportPhone],
  ].flatMap(([uri, description]) => (uri ? [{ id: uri, uri, description }] : []));
  return {
    ...briefClass(pass, google),
    merchantName: name,
    // Google fetches the logo, so it must be public.
    ...(logoUrl &&
      appUrl.startsWith("https://") && {
        programLogo: { sourceUri: { uri: new URL(logoUrl, appUrl).href } },
      }),
    // Null removes the links of a store that has none anymore.
    linksModuleData: links.length > 0 ? { uris: links } : null,
  };
}

/** What changes of a card's gift card object, in Google's format. */
export const changingFields = (pass: Pass) => ({
  state: STATES[pass.state],
  balance: {
    micros: centsToMicros(passBalanceCents(pass), pass.currency),
    currencyCode: pass.currency,
  },
  balanceUpdateTime: { date: new Date(pass.readAtSeconds * 1_000).toISOString() },
  // Null removes the end of a card that never expires anymore.
  validTimeInterval: pass.expiresAt ? { end: { date: pass.expiresAt } } : null,
});

/** The gift card object of a card, in Google's format. It contains the card's code. */
export function giftCardObject(pass: Pass, google: GooglePasses) {
  const { validTimeInterval, ...changing } = changingFields(pass);
  return {
    id: objectIdOf(pass, google),
    classId: classIdOf(pass, google),
    cardNumber: pass.code,
    barcode: { type: "QR_CODE", value: pass.code, alternateText: pass.code },
    ...changing,
    ...(validTimeInterval && { validTimeInterval }),
  };
}
