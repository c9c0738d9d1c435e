import type { ReplyOf } from "@/components/kit/api/api";

export type Device = ReplyOf<"/api/till/pair", "POST">;
export type TillSession = ReplyOf<"/api/till/sign-in", "POST">["session"];
/** A card with its newest receipts. */
export type FoundCard = ReplyOf<"/api/till/cards/{uuid}">;
export type TillCard = FoundCard["card"];
export type Receipt = FoundCard["receipts"][number];
export type Totals = ReplyOf<"/api/till/totals">;
export type TotalsRow = Totals["totals"][number];
export type Closing = ReplyOf<"/api/till/closings">["closings"][number];

/** What the till shows while no operation is running. */
export type Screen =
  | { at: "home"; typed?: string }
  | { at: "find"; purpose: "redeem" | "balance" }
  | { at: "card"; found: FoundCard }
  | { at: "redeem" | "load"; card: TillCard }
  | { at: "digital" }
  | { at: "receipt" | "refund" | "reverse"; receipt: Receipt }
  | { at: "closing" };
