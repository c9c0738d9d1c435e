import { pageLocale } from "@/components/locale";
import type { StateLabel } from "@/components/ui/chip";
import { SKIPPED_ERROR } from "@/lib/webhooks/webhook";
import type { Delivery, Health, Webhook } from "./types";

// Slightly longer than the longest retry delay, so a delivery waiting for a retry failed within this time.
const longestPauseMs = 40 * 60 * 1_000;

const isRetrying = ({ pending, lastFailure }: Health, now: Date) =>
  pending > 0 &&
  lastFailure !== null &&
  now.getTime() - Date.parse(lastFailure.at) < longestPauseMs;

/** State label of a webhook at `now`. */
export function webhookState(webhook: Webhook, now: Date): StateLabel {
  if (!webhook.active) {
    return webhook.disabledReason === "merchant"
      ? { word: "Off", tone: "info" }
      : { word: "Disabled", tone: "danger" };
  }
  const { pending, missed } = webhook.health;
  if (webhook.lastError && pending + missed > 0) return { word: "Failing", tone: "attention" };
  if (isRetrying(webhook.health, now)) return { word: "Retrying", tone: "attention" };
  return { word: "Active", tone: "positive" };
}

/** Labels of delivery statuses in counts and filters. `deliveryState` splits pending into two labels. */
export const statusWords: Record<Delivery["status"], string> = {
  pending: "Sending or retrying",
  delivered: "Delivered",
  failed: "Failed",
  held: "Held",
};

/** State label of a delivery. For a resent one, it describes the resend. */
export function deliveryState(
  delivery: Pick<Delivery, "status" | "lastError" | "deliveredAt">,
): StateLabel {
  const { status, lastError, deliveredAt } = delivery;
  if (status === "delivered") return { word: "Delivered", tone: "positive" };
  if (status === "failed" && lastError === SKIPPED_ERROR) return { word: "Skipped", tone: "info" };
  if (status === "failed" && deliveredAt) return { word: "Resend failed", tone: "attention" };
  if (status === "failed") return { word: "Failed", tone: "danger" };
  if (status === "held") return { word: "Held", tone: "info" };
  return lastError ? { word: "Retrying", tone: "attention" } : { word: "Sending", tone: "info" };
}

/** The URL without its scheme, which is always https. */
export const shortUrl = (url: string) => url.replace(/^https:\/\//, "");

/** Formats milliseconds as "180 ms" or "2.1 s". */
export function formatDuration(durationMs: number): string {
  if (durationMs < 1_000) return `${durationMs} ms`;
  const seconds = new Intl.NumberFormat(pageLocale(), { maximumFractionDigits: 1 });
  return `${seconds.format(durationMs / 1_000)} s`;
}

const percent = new Intl.NumberFormat(pageLocale(), { style: "percent", maximumFractionDigits: 1 });

/** Success rate of the last 24 hours' attempts; null if there were none. */
export function successRate({ delivered, failed }: Health): string | null {
  const attempts = delivered + failed;
  if (attempts === 0) return null;
  // Never round up to 100% if an attempt failed.
  const share = failed > 0 ? Math.min(delivered / attempts, 0.999) : 1;
  return percent.format(share);
}
