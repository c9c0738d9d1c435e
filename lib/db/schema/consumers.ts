import { pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "./columns";

/** People who hold cards of any store, identified by their normalized email. */
export const consumers = pgTable("consumers", {
  id: uuid("id").primaryKey(),
  email: text("email").notNull().unique(),
  createdAt: instant("created_at").notNull().defaultNow(),
});

export const ofConsumer = (column: string) =>
  uuid(column)
    .notNull()
    .references(() => consumers.id);
