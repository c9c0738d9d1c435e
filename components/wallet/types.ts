import type { ReplyOf } from "@/components/api";

export type OwnCard = ReplyOf<"/api/wallet/cards/{uuid}">;
export type OwnHistory = ReplyOf<"/api/wallet/cards/{uuid}/history">;
export type OwnMovement = OwnHistory["transactions"][number];
export type CheckedBalance = ReplyOf<"/api/wallet/balance", "POST">;
export type WalletBrowser = ReplyOf<"/api/wallet/sessions">["sessions"][number];
export type ConsumerToken = ReplyOf<"/api/wallet/tokens">["tokens"][number];

export type SentGift = ReplyOf<"/api/wallet/gifts">["gifts"][number];
export type OfferedGift = ReplyOf<"/api/wallet/gifts/read", "POST">;
export type TransferQuote = ReplyOf<"/api/wallet/transfers/quote", "POST">;
export type OwnTransfer = ReplyOf<"/api/wallet/transfers", "POST">;
