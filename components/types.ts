import type { Role, Shape } from "@/lib/context";

/** What the portal reads, as `/api/v1` (Shape A) and `/api/portal` answer it. */

export type Session = {
  user: { id: string; name: string; email: string };
  merchant: { id: string; name: string; slug: string; currency: string; timeZone: string };
  role: Role;
};

export const cardStatuses = ["active", "inactive", "disabled"] as const;
export type CardStatus = (typeof cardStatuses)[number];

export const cardTypes = ["digital", "physical"] as const;
export type CardType = (typeof cardTypes)[number];

export type Card = {
  uuid: string;
  code: string;
  currency: string;
  balanceCents: number;
  status: CardStatus;
  cardType: CardType;
  ownerEmail: string | null;
  merchantId: string;
  expiresOn: string | null;
  createdAt: string;
  updatedAt: string;
};

export const transactionTypes = [
  "load",
  "spend",
  "transfer_in",
  "transfer_out",
  "gift_sent",
  "gift_received",
] as const;
export type TransactionType = (typeof transactionTypes)[number];

export const transactionStatuses = ["completed", "pending", "failed"] as const;
export type TransactionStatus = (typeof transactionStatuses)[number];

export type Transaction = {
  id: string;
  cardUuid: string;
  type: TransactionType;
  amountCents: number;
  currency: string;
  description: string;
  status: TransactionStatus;
  referenceId: string | null;
  source: string | null;
  balanceAfterCents: number;
  sequence: number;
  transferId?: string | null;
  createdAt: string;
};

type Page = { total: number; limit: number; offset: number; nextCursor: string | null };
export type CardPage = Page & { cards: Card[] };
export type TransactionPage = Page & { transactions: Transaction[] };

export type ApiKey = {
  id: string;
  name: string;
  prefix: string;
  last4: string;
  shape: Shape;
  scopes: string[];
  createdAt: string;
  expiresAt: string | null;
  lastUsedAt: string | null;
  revokedAt: string | null;
  createdBy: string;
};
