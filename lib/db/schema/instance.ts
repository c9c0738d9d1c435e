import { pgTable } from "drizzle-orm/pg-core";
import { instant } from "./columns";

/** The last run of each scheduled job, in any process. */
export const jobRuns = pgTable("job_runs", (c) => ({
  job: c.text("job").primaryKey(),
  ranAt: instant("ran_at").notNull(),
  /** When it last ran without an error. */
  succeededAt: instant("succeeded_at"),
  durationMs: c.integer("duration_ms").notNull(),
}));

/** Fingerprints of the encryption keys that values of this database need: one, except during a rotation. */
export const encryptionKeys = pgTable("encryption_keys", (c) => ({
  /** The fingerprint, as sealed values begin with it (lib/base/config/secrets.ts). */
  id: c.text("id").primaryKey(),
  addedAt: instant("added_at").notNull().defaultNow(),
}));
