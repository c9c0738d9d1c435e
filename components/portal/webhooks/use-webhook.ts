import { useQuery } from "@tanstack/react-query";
import { url } from "@/components/kit/api/api";
import { type FirstReads, readOptions } from "@/components/kit/api/read-options";
import type { Webhook } from "./types";

/** Polling interval for changes made elsewhere. */
export const idlePollMs = 10_000;

/** The store's webhooks, each with its health. */
export const webhookList = readOptions(["webhooks"], "/api/portal/webhooks");

export const webhooksReads: FirstReads = (_, load) => load(webhookList);

/** One webhook with its health. Refetches after `pauseMs(known)` milliseconds. */
export const useWebhook = (id: string, pauseMs: (known?: Webhook) => number = () => idlePollMs) =>
  useQuery({
    ...readOptions(["webhook", id], url("/api/portal/webhooks/{id}", { id })),
    refetchInterval: (query) => (query.state.error ? false : pauseMs(query.state.data)),
  });

/** Query keys to refresh after a webhook changes. */
export const changedByWebhook = ({ id }: { id: string }) => [
  ["webhooks"],
  ["deliveries", id],
  ["webhook", id],
];

/** A webhook's dialogs. */
export const ofWebhook = {
  texts: "webhooks",
  refresh: ({ webhook }: { webhook: Webhook }) => changedByWebhook(webhook),
  subject: ({ webhook }: { webhook: Webhook }) => webhook,
} as const;
