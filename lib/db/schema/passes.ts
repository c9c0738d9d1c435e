import { check, index, pgTable, primaryKey, uniqueIndex } from "drizzle-orm/pg-core";
import { cardForeignKey } from "./cards";
import { instant, ofRow, oneOf } from "./columns";

export const PASS_PLATFORMS = ["apple", "google"] as const;

/** A card in the wallet app of a customer's phone. The pass has the row's id as its serial number. */
export const walletPasses = pgTable(
  "wallet_passes",
  (c) => ({
    merchantId: c.uuid("merchant_id").notNull(),
    id: c.uuid("id").notNull(),
    cardId: c.uuid("card_id").notNull(),
    platform: c.text("platform", { enum: PASS_PLATFORMS }).notNull(),
    /** When what the pass shows last changed. Phones ask for passes updated since a time. */
    updatedAt: instant("updated_at").notNull().defaultNow(),
    createdAt: instant("created_at").notNull().defaultNow(),
  }),
  (t) => [
    primaryKey({ columns: [t.merchantId, t.id] }),
    uniqueIndex("wallet_passes_id").on(t.id),
    uniqueIndex("wallet_passes_card").on(t.merchantId, t.cardId, t.platform),
    cardForeignKey(t.merchantId, t.cardId),
    check("wallet_passes_platform", oneOf(t.platform, PASS_PLATFORMS)),
  ],
);

/** Phones that are notified of changes of a pass. */
export const passRegistrations = pgTable(
  "pass_registrations",
  (c) => ({
    merchantId: c.uuid("merchant_id").notNull(),
    passId: c.uuid("pass_id").notNull(),
    /** The phone's own identifier, from Apple's protocol. */
    deviceLibraryId: c.text("device_library_id").notNull(),
    pushToken: c.text("push_token").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
  }),
  (t) => [
    primaryKey({ columns: [t.merchantId, t.passId, t.deviceLibraryId] }),
    index("pass_registrations_device").on(t.deviceLibraryId),
    ofRow(t.merchantId, t.passId, walletPasses),
  ],
);
