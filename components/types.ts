import type { z } from "zod";
import type { AuditView } from "@/lib/contract/audit";
import type { BatchesA, BatchWithCardsA } from "@/lib/contract/batch";
import type { CardA } from "@/lib/contract/card";
import type { CardChangeView, ExplanationView } from "@/lib/contract/card-history";
import type { CustomersView, CustomerView } from "@/lib/contract/customer";
import type { KeyView } from "@/lib/contract/keys";
import type {
  CountsView,
  MovementsView,
  MovementView,
  UnderstoodView,
} from "@/lib/contract/movement";
import type { ListedCardsView, ListedCardView } from "@/lib/contract/portal-cards";
import type { GiftsView } from "@/lib/contract/portal-gifts";
import type { ImportCheckView } from "@/lib/contract/portal-imports";
import type { ProfileView } from "@/lib/contract/profile";
import type { SecurityView } from "@/lib/contract/security";
import type { SessionView } from "@/lib/contract/sessions";
import type { StoreView } from "@/lib/contract/store";
import type { StoresView } from "@/lib/contract/stores";
import type { OpenInvitationView, TeamView } from "@/lib/contract/team";
import type { TransactionView } from "@/lib/contract/transaction";
import type { CreditTotalsView, WalletsView, WalletView } from "@/lib/contract/wallet";

// What the portal reads, as `/api/v1` (Shape A) and `/api/portal` answer it. Only the types: the
// schemas stay on the server.

export type Session = z.output<typeof ProfileView>;

export type Store = z.output<typeof StoreView>;
export type OwnStore = z.output<typeof StoresView>["stores"][number];

export type AuditPage = z.output<typeof AuditView>;
export type AuditEntry = AuditPage["entries"][number];

export type Team = z.output<typeof TeamView>;
export type Role = Session["role"];
export type TeamMember = Team["people"][number];
export type Invitation = Team["invitations"][number];
export type OpenInvitation = z.output<typeof OpenInvitationView>;

export type Card = z.output<typeof CardA>;

/** A card as the portal lists it: without its code. */
export type ListedCard = z.output<typeof ListedCardView>;
export type ListedCardPage = z.output<typeof ListedCardsView>;
export const cardSorts = ["newest", "oldest", "expiring"] as const;
export type CardChange = z.output<typeof CardChangeView>;
export type Explanation = z.output<typeof ExplanationView>;

export type ImportCheck = z.output<typeof ImportCheckView>;
export type BatchPage = z.output<typeof BatchesA>;
export type Batch = BatchPage["batches"][number];
export type BatchWithCards = z.output<typeof BatchWithCardsA>;

export type CardStatus = Card["status"];
export const cardStatuses = [
  "active",
  "inactive",
  "disabled",
] as const satisfies readonly CardStatus[];
export type CardType = Card["cardType"];
export const cardTypes = ["digital", "physical"] as const satisfies readonly CardType[];

export type Transaction = z.output<typeof TransactionView>;
export type TransactionType = Transaction["type"];
export const transactionTypes = [
  "load",
  "spend",
  "transfer_in",
  "transfer_out",
  "gift_sent",
  "gift_received",
] as const satisfies readonly TransactionType[];
export type TransactionStatus = Transaction["status"];
export const transactionStatuses = [
  "completed",
  "pending",
  "failed",
] as const satisfies readonly TransactionStatus[];

/** A transaction as the portal shows it: with its card and who made it. */
export type Movement = z.output<typeof MovementView>;
export type MovementPage = z.output<typeof MovementsView>;
export type MovementCounts = z.output<typeof CountsView>;
export type Understood = z.output<typeof UnderstoodView>;

export type Customer = z.output<typeof CustomerView>;
export type CustomerPage = z.output<typeof CustomersView>;

/** A gift as its store sees it: without what its sender wrote. */
export type GiftPage = z.output<typeof GiftsView>;
export type Gift = GiftPage["gifts"][number];

export type Wallet = z.output<typeof WalletView>;
export type WalletPage = z.output<typeof WalletsView>;
export type CreditTotals = z.output<typeof CreditTotalsView>["totals"];

export type ApiKey = z.output<typeof KeyView>;

export type Security = z.output<typeof SecurityView>;
export type OpenSession = z.output<typeof SessionView>;
