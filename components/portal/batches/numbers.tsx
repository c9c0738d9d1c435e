import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReplyOf } from "@/components/kit/api/api";
import { useSession } from "@/components/kit/api/session";
import type { Batch } from "@/components/kit/api/types";
import { formatDay } from "@/components/kit/locale/days";
import { Money } from "@/components/kit/ui/format";
import { RequestFailure } from "@/components/kit/ui/request-failure";
import { batchNumbers } from "./filters";

type BatchNumbers = ReplyOf<"/api/portal/batches/numbers">["numbers"][number];
export type BatchAmounts = BatchNumbers["amounts"][number];

const busyPollMs = 5_000;
const idlePollMs = 60_000;

/** What was sold and redeemed of the batches on a page. `of` returns null until it is known. */
export function useBatchNumbers(batches: Pick<Batch, "id" | "status">[]) {
  const isBusy = batches.some(({ status }) => status !== "ready");
  const { data, error } = useQuery({
    ...batchNumbers(batches),
    placeholderData: keepPreviousData,
    refetchInterval: isBusy ? busyPollMs : idlePollMs,
  });
  const of = ({ id }: Pick<Batch, "id">): BatchNumbers | null =>
    data?.isCounted
      ? (data.numbers.find(({ batchId }) => batchId === id) ?? {
          batchId: id,
          soldCards: 0,
          amounts: [],
        })
      : null;
  return { of, data, error };
}

/** Says that numbers are missing, or end before today. Renders nothing if they don't. */
export function NumbersNote({ data, error }: ReturnType<typeof useBatchNumbers>) {
  const t = useTranslations("batches");
  const { timeZone } = useSession().merchant;
  if (error) return <RequestFailure error={error} />;
  if (!data || (data.isCounted && data.asOf === null)) return null;
  // The last moment of the last day that is counted.
  const last = data.asOf && new Date(Date.parse(data.asOf) - 1);
  return (
    <p className="text-sm text-muted">
      {last ? t("totals.asOf", { day: formatDay(last, timeZone) }) : t("totals.notCounted")}
    </p>
  );
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
