import { newId } from "@/lib/base/ids";
import { MAX_CENTS } from "@/lib/base/money";
import { pg } from "@/lib/db/client/client";
import { inBucketOf } from "@/lib/db/client/in-buckets";
import type { AgreementLimits } from "@/lib/domain/transfers/agreements/agreement";

const NO_LIMITS: AgreementLimits = {
  maxTransferCents: MAX_CENTS,
  maxDayCents: MAX_CENTS,
  maxUnsettledCents: MAX_CENTS,
};

/** Creates an active agreement of two stores, with these limits on both sides. Returns its id. */
export async function agreeOnTransfers(
  one: string,
  other: string,
  limits: Partial<AgreementLimits> = {},
): Promise<string> {
  const { maxTransferCents, maxDayCents, maxUnsettledCents } = { ...NO_LIMITS, ...limits };
  const id = newId();
  const addSide = (store: string, otherStore: string) =>
    inBucketOf(
      store,
      () => pg()`with stores as (select id, currency from merchants)
      insert into transfer_agreements (merchant_id, id, other_merchant_id, status, proposed_by_me,
        currency, max_transfer_cents, max_day_cents, max_unsettled_cents, accepted_at)
      select m.id, ${id}, ${otherStore}::uuid, 'active', ${store === one}::boolean, m.currency,
        ${maxTransferCents}::bigint, ${maxDayCents}::bigint, ${maxUnsettledCents}::bigint, now()
      from stores m where m.id = ${store}`,
    );
  await addSide(one, other);
  await addSide(other, one);
  return id;
}
