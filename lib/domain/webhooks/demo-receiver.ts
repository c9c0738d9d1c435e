import { hasDemo } from "@/lib/base/config/demo-file";
import { env } from "@/lib/base/config/env";

/** Names in `.example` are reserved: this one never leads to a host of the internet. */
const DEMO_RECEIVER_ORIGIN = "https://receiver.juniper-books.example";
const ROUTE = "/api/dev/webhook-receiver";

/** The URL of a webhook that the demo store's own receiver takes. */
export const demoReceiverUrl = (path: string): string => `${DEMO_RECEIVER_ORIGIN}/${path}`;

/**
 * Where requests to the demo store's receiver go: to a fixed route of this instance, without a part of the URL. Null
 * for any other URL, and on an instance without the demo store.
 */
export const demoReceiverRoute = (url: string): string | null =>
  new URL(url).origin === DEMO_RECEIVER_ORIGIN && hasDemo()
    ? `http://127.0.0.1:${env().port}${ROUTE}`
    : null;
