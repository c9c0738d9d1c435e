import { type Ctx, requireScope } from "@/lib/base/context";
import { found } from "@/lib/base/errors";
import type { Tx } from "@/lib/db/client/client";
import { switchBucket } from "@/lib/db/client/in-buckets";
import { type Author, audit, authorOf } from "@/lib/domain/audit/audit";
import { lockedOperation } from "@/lib/ledger/post/operation";
import { type Agreement, type BothSides, lockSidesById, readAgreement } from "./agreement";

export type ChangedAgreement = { agreement: Agreement };

/** Runs a change of an agreement with both sides locked. Refuses: not_found, and what `apply` refuses. */
export const changeAgreement = (
  ctx: Ctx,
  id: string,
  apply: (tx: Tx, sides: BothSides) => Promise<void>,
): Promise<ChangedAgreement> =>
  lockedOperation(
    requireScope(ctx, "store:own"),
    (tx) => lockSidesById(tx, ctx.merchantId, id),
    async (tx, sides) => {
      await apply(tx, found(sides));
      return { agreement: await readAgreement(tx, ctx.merchantId, id) };
    },
  );

/** The author of a change at the other store, which must not see this store's people. */
const authorAtOther = ({ merchantId, requestId }: Ctx, otherMerchantId: string): Author => ({
  merchantId: otherMerchantId,
  actor: `store:${merchantId}`,
  requestId,
});

type Entry = {
  action: `agreement.${"proposed" | "accepted" | "ended" | "settled"}`;
  /** What only this store's audit log shows. */
  ownDetails?: Record<string, unknown>;
  /** What both stores' audit logs show. */
  details?: Record<string, unknown>;
};

/** Writes a change of an agreement to the audit logs of both stores. */
export async function auditAtBoth(
  tx: Tx,
  ctx: Ctx,
  { theirs }: BothSides,
  { action, ownDetails = {}, details = {} }: Entry,
): Promise<void> {
  const change = { action, subjectId: theirs.id };
  await audit(tx, authorOf(ctx), { ...change, details: { ...details, ...ownDetails } });
  await switchBucket(tx, theirs, (on) =>
    audit(on, authorAtOther(ctx, theirs.merchantId), { ...change, details }),
  );
}
