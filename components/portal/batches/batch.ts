import { useQuery } from "@tanstack/react-query";
import { type ReplyOf, url } from "@/components/kit/api/api";
import { readOptions } from "@/components/kit/api/read-options";
import type { Batch } from "@/components/kit/api/types";
import type { Translate } from "@/components/kit/locale/translate";
import { formatMoney } from "@/components/kit/money/money";
import type { StateLabel } from "@/components/kit/ui/chip";

export type ImportCheck = ReplyOf<"/api/portal/batches/import/check", "POST">;

/** The balances that an import adds, by currency, such as "$25.00, €10.00". Empty if there are none. */
export const totalsOf = ({ amounts }: ImportCheck): string =>
  amounts
    .filter(({ amountCents }) => BigInt(amountCents) > 0n)
    .map(({ currency, amountCents }) => formatMoney(BigInt(amountCents), currency))
    .join(", ");

const busyPollMs = 1_000;
const idlePollMs = 30_000;

/** Polling interval in ms: shorter while a batch is being processed. */
export const pollIntervalMs = (batches: Pick<Batch, "status">[] | undefined) =>
  batches?.some(({ status }) => status !== "ready") ? busyPollMs : idlePollMs;

export const useBatch = (id: string) =>
  useQuery({
    ...readOptions(["batches", "one", id], url("/api/v1/batches/{id}", { id })),
    refetchInterval: ({ state }) =>
      state.error ? false : pollIntervalMs(state.data && [state.data]),
  });

export const batchRefreshKeys = [["batches"], ["cards"]];

const tones = {
  creating: "attention",
  activating: "attention",
  voiding: "attention",
  ready: "positive",
} as const;

export const batchState = (t: Translate<"batches">, status: Batch["status"]): StateLabel => ({
  word: t(`status.${status}`),
  tone: tones[status],
});
