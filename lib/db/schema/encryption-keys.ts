import { pgTable } from "drizzle-orm/pg-core";
import { instant } from "./columns";

/** Fingerprints of the encryption keys that values of this database need: one, except during a rotation. */
export const encryptionKeys = pgTable("encryption_keys", (c) => ({
  /** The fingerprint, as sealed values begin with it (lib/base/config/secrets.ts). */
  id: c.text("id").primaryKey(),
  addedAt: instant("added_at").notNull().defaultNow(),
}));
