import type { SQL } from "drizzle-orm";
import type { Tx } from "../db/client";
import { cards } from "../db/schema/cards";
import { newId } from "../ids";
import { newCode } from "./code";

type Opened = { merchantId: string; currency: string; ownerId: string | SQL };

/** Creates a digital card for a consumer in the transaction that funds it. Returns its id. */
export async function openCard(tx: Tx, { merchantId, ...card }: Opened): Promise<string> {
  const id = newId();
  const code = newCode(merchantId, id);
  const kind = { cardType: "digital", status: "inactive" } as const;
  await tx.insert(cards).values({ merchantId, id, ...code, ...kind, ...card });
  return id;
}
