/**
 * The pictures on a gift, drawn in components/wallet/gift-art.tsx, and for emails as PNG in public/gift-designs. A gift
 * without one shows the store's plain card.
 */
export const GIFT_DESIGNS = [
  "birthday",
  "thank_you",
  "congratulations",
  "holidays",
  "new_home",
] as const;

export type GiftDesign = (typeof GIFT_DESIGNS)[number];

/** The ends of a design's gradient. White text has a contrast of at least 4.5 on both; emails use `from` alone. */
export const DESIGN_COLORS: Record<GiftDesign, { from: string; to: string }> = {
  birthday: { from: "#a81f5b", to: "#6f1648" },
  thank_you: { from: "#0f6165", to: "#0a4050" },
  congratulations: { from: "#5f2f92", to: "#392068" },
  holidays: { from: "#1d3f78", to: "#122447" },
  new_home: { from: "#9a4420", to: "#662a17" },
};

export const DESIGN_INK = "#ffffff";

/** The design of a gift; null for the plain card, and for a design that this release doesn't know. */
export const designOf = (stored: string | null | undefined): GiftDesign | null =>
  GIFT_DESIGNS.find((design) => design === stored) ?? null;
