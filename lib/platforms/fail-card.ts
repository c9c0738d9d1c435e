import { and, sql } from "drizzle-orm";
import { db } from "../db/client";
import { platformCards } from "../db/schema/platforms";
import { type CardKey, isFree, isPlatformCard } from "./lease";

/** Gives up on a platform card, with the reason that the merchant is shown; not while it is worked on. */
export const failCard = (key: CardKey, reason: string) =>
  db()
    .update(platformCards)
    .set({ state: "failed", reason, updatedAt: sql`clock_timestamp()` })
    .where(and(isPlatformCard(key), isFree));
