import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ReplyOf } from "@/components/api";
import { readOptions } from "@/components/queries";
import type { Batch } from "@/components/types";
import { Money } from "@/components/ui/format";

type BatchNumbers = ReplyOf<"/api/portal/batches/numbers">["numbers"][number];
export type BatchAmounts = BatchNumbers["amounts"][number];

const busyPollMs = 5_000;
const idlePollMs = 30_000;

/** What was sold and redeemed of the batches on a page. `of` returns null until it is loaded. */
export function useBatchNumbers(batches: Pick<Batch, "id" | "status">[]) {
  const ids = batches.map(({ id }) => id).join(",");
  const isBusy = batches.some(({ status }) => status !== "ready");
  const { data, isError, error } = useQuery({
    ...readOptions(["batches", "numbers", ids], "/api/portal/batches/numbers", { ids }),
    enabled: ids !== "",
    placeholderData: keepPreviousData,
    refetchInterval: isBusy ? busyPollMs : idlePollMs,
  });
  const of = ({ id }: Pick<Batch, "id">): BatchNumbers | null =>
    data
      ? (data.numbers.find(({ batchId }) => batchId === id) ?? {
          batchId: id,
          soldCards: 0,
          amounts: [],
        })
      : null;
  return { of, isError, error };
}

export const nothing = <span className="text-subtle">–</span>;

type Props = { numbers: BatchNumbers | null; of: Exclude<keyof BatchAmounts, "currency"> };

/** One amount per currency of the batch's cards; empty until it is loaded. */
export function AmountsInBatch({ numbers, of }: Props) {
  if (!numbers) return null;
  if (numbers.amounts.length === 0) return nothing;
  return (
    <span className="inline-grid justify-items-end">
      {numbers.amounts.map((one) => (
        <Money key={one.currency} amountCents={BigInt(one[of])} currency={one.currency} />
      ))}
    </span>
  );
}
