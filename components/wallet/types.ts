import type { z } from "zod";
import type {
  CheckedBalanceView,
  ConsumerTokenView,
  OwnCardsView,
  OwnHistoryView,
  WalletBrowserView,
} from "@/lib/contract/consumer-wallet";
import type {
  OfferedGiftView,
  OwnTransferView,
  SentGiftView,
  TransferQuoteView,
} from "@/lib/contract/wallet-gifts";

// What the wallet reads. Only the types: the schemas stay on the server.

export type OwnCards = z.output<typeof OwnCardsView>;
export type OwnCard = OwnCards["cards"][number];
export type OwnHistory = z.output<typeof OwnHistoryView>;
export type OwnMovement = OwnHistory["transactions"][number];
export type CheckedBalance = z.output<typeof CheckedBalanceView>;
export type WalletBrowser = z.output<typeof WalletBrowserView>;
export type ConsumerToken = z.output<typeof ConsumerTokenView>;

export type SentGift = z.output<typeof SentGiftView>;
export type OfferedGift = z.output<typeof OfferedGiftView>;
export type TransferQuote = z.output<typeof TransferQuoteView>;
export type OwnTransfer = z.output<typeof OwnTransferView>;
