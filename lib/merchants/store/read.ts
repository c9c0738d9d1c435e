import { eq } from "drizzle-orm";
import type { Ctx } from "../../context";
import { type Db, db, type Tx } from "../../db/client";
import { merchants } from "../../db/schema/merchants";

const COLUMNS = {
  id: merchants.id,
  name: merchants.name,
  slug: merchants.slug,
  currency: merchants.currency,
  timeZone: merchants.timeZone,
  validityMonths: merchants.validityMonths,
  transfersEnabled: merchants.transfersEnabled,
  closedZone: merchants.closedZone,
  createdAt: merchants.createdAt,
};

/** A store's settings. Instants are text once the answer is replayed. */
export type StoreSettings = Omit<
  Pick<typeof merchants.$inferSelect, keyof typeof COLUMNS>,
  "createdAt"
> & { createdAt: Date | string };

/** The store's settings; with `lock` nobody else changes them before the commit. */
export async function settingsOf(
  from: Db | Tx,
  merchantId: string,
  lock = false,
): Promise<StoreSettings> {
  const query = from.select(COLUMNS).from(merchants).where(eq(merchants.id, merchantId));
  const [store] = await (lock ? query.for("no key update") : query);
  if (!store) throw new Error("the store is not there");
  return store;
}

/** The settings of the store that is asked for. */
export const readStore = ({ merchantId }: Ctx): Promise<StoreSettings> =>
  settingsOf(db(), merchantId);
