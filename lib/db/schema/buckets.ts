import { pgTable, primaryKey } from "drizzle-orm/pg-core";
import { instant } from "./columns";

/** Parts of the data, each with a group of stores. */
export const buckets = pgTable("buckets", (c) => ({
  name: c.text("name").primaryKey(),
  createdAt: instant("created_at").notNull().defaultNow(),
}));

/**
 * The buckets that have, or had, something of a consumer. The first one is never listed. `consumer_for()` adds the
 * others before it returns the consumer.
 */
export const consumerBuckets = pgTable(
  "consumer_buckets",
  (c) => ({
    consumerId: c.uuid("consumer_id").notNull(),
    bucket: c.text("bucket").notNull(),
  }),
  (t) => [primaryKey({ columns: [t.consumerId, t.bucket] })],
);
