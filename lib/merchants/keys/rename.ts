import { and, eq } from "drizzle-orm";
import { audit, authorOf, changesBetween } from "../../audit/audit";
import type { Ctx } from "../../context";
import { db } from "../../db/client";
import { apiKeys } from "../../db/schema/api-keys";
import { Refusal } from "../../errors";
import { type ApiKey, findKey } from "./read";

/** Gives a key another name, whether it works or not. Refuses: not_found. */
export const renameKey = (
  ctx: Ctx,
  { keyId, name }: { keyId: string; name: string },
): Promise<{ key: ApiKey }> =>
  db().transaction(async (tx) => {
    const { merchantId } = ctx;
    const isIt = and(eq(apiKeys.merchantId, merchantId), eq(apiKeys.id, keyId));
    const [before] = await tx
      .select({ name: apiKeys.name })
      .from(apiKeys)
      .where(isIt)
      .for("no key update");
    if (!before) throw new Refusal("not_found");
    const details = changesBetween(before, { name });
    if (Object.keys(details).length > 0) {
      await tx.update(apiKeys).set({ name }).where(isIt);
      await audit(tx, authorOf(ctx), { action: "api_key.renamed", subjectId: keyId, details });
    }
    const key = await findKey(tx, merchantId, keyId);
    if (!key) throw new Error("the key is not there");
    return { key };
  });
