import type { Pass } from "./pass";

/** A card's end, to tell cards apart. */
export const masked = (last4: string): string => `•••• ${last4}`;

/** The balance that can be redeemed, in minor units: 0 for a card that is disabled. */
export const shownBalance = ({ state, availableCents }: Pass): number =>
  state === "disabled" ? 0 : availableCents;

/** The card's last day in the pass's language; null if it never expires. */
export const expiryText = ({ expiresOn, locale }: Pass): string | null =>
  expiresOn &&
  // In UTC, because calendar days have no time zone.
  new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" }).format(
    Date.parse(expiresOn),
  );
