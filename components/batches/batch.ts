import { useQuery } from "@tanstack/react-query";
import { type ReplyOf, url } from "@/components/api";
import { readOptions } from "@/components/queries";
import type { Batch } from "@/components/types";
import type { StateLabel } from "@/components/ui/chip";

export type ImportCheck = ReplyOf<"/api/portal/batches/import/check", "POST">;

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

export const batchStates: Record<Batch["status"], StateLabel> = {
  creating: { word: "Creating", tone: "attention" },
  activating: { word: "Activating", tone: "attention" },
  voiding: { word: "Voiding", tone: "attention" },
  ready: { word: "Ready", tone: "positive" },
};

type RunKind = Batch["lastRun"]["kind"];

export const runWords: Record<RunKind, { doing: string; done: string; skipped: string }> = {
  create: { doing: "Creating", done: "created", skipped: "were not created" },
  import: { doing: "Importing", done: "imported", skipped: "had a code that was taken meanwhile" },
  activate: { doing: "Activating", done: "activated", skipped: "had been sold or voided before" },
  void: { doing: "Voiding", done: "voided", skipped: "had been sold or voided before" },
};
