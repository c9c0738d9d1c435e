import { pageLocale } from "@/components/kit/locale/locale";
import type { Translate } from "@/components/kit/locale/translate";
import type { StateLabel } from "@/components/kit/ui/chip";
import { EXHAUSTED_BEFORE_DISABLING } from "@/lib/domain/webhooks/delivery-policy";
import { SKIPPED_ERROR } from "@/lib/domain/webhooks/webhook";
import type { Delivery, Health, Webhook } from "./types";

type T = Translate<"webhooks">;

// Slightly longer than the longest retry delay, so a delivery waiting for a retry failed within this time.
const longestPauseMs = 40 * 60 * 1_000;

const isRetrying = ({ pending, lastFailure }: Health, now: Date) =>
  pending > 0 &&
  lastFailure !== null &&
  now.getTime() - Date.parse(lastFailure.at) < longestPauseMs;

/** State label of a webhook at `now`. */
export function webhookState(t: T, webhook: Webhook, now: Date): StateLabel {
  if (!webhook.active) {
    return webhook.disabledReason === "merchant"
      ? { word: t("state.off"), tone: "info" }
      : { word: t("state.disabled"), tone: "danger" };
  }
  const { pending, missed } = webhook.health;
  if (webhook.lastError && pending + missed > 0)
    return { word: t("state.failing"), tone: "attention" };
  if (isRetrying(webhook.health, now)) return { word: t("state.retrying"), tone: "attention" };
  return { word: t("state.active"), tone: "positive" };
}

/** State label of a delivery. For a resent one, it describes the resend. */
export function deliveryState(
  t: T,
  delivery: Pick<Delivery, "status" | "lastError" | "deliveredAt">,
): StateLabel {
  const { status, lastError, deliveredAt } = delivery;
  if (status === "delivered") return { word: t("status.delivered"), tone: "positive" };
  if (status === "held") return { word: t("status.held"), tone: "info" };
  if (status === "pending") {
    return lastError
      ? { word: t("delivery.retrying"), tone: "attention" }
      : { word: t("delivery.sending"), tone: "info" };
  }
  if (lastError === SKIPPED_ERROR) return { word: t("delivery.skipped"), tone: "info" };
  return deliveredAt
    ? { word: t("delivery.resendFailed"), tone: "attention" }
    : { word: t("status.failed"), tone: "danger" };
}

/** When a webhook's failed deliveries are retried: "Retried after 1, 5 and 30 minutes". */
export const retriesInWords = (t: T, { retrySchedule }: Pick<Webhook, "retrySchedule">) =>
  t(`retries.now.${retrySchedule}`);

/** What disables a webhook: "Disabled after 3 failed deliveries in a row". */
export const disablingInWords = (t: T, { disableAfterHours }: Pick<Webhook, "disableAfterHours">) =>
  t("retries.disabled", { count: EXHAUSTED_BEFORE_DISABLING, hours: disableAfterHours });

/** The URL without its scheme, which is always https. */
export const shortUrl = (url: string) => url.replace(/^https:\/\//, "");

/** Formats milliseconds as "180 ms" or "2.1 s". */
export function formatDuration(durationMs: number): string {
  if (durationMs < 1_000) return `${durationMs} ms`;
  const seconds = new Intl.NumberFormat(pageLocale(), { maximumFractionDigits: 1 });
  return `${seconds.format(durationMs / 1_000)} s`;
}

/** Success rate of the last 24 hours' attempts; null if there were none. */
export function successRate({ delivered, failed }: Health): string | null {
  const attempts = delivered + failed;
  if (attempts === 0) return null;
  // Never round up to 100% if an attempt failed.
  const share = failed > 0 ? Math.min(delivered / attempts, 0.999) : 1;
  const percent = { style: "percent", maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(pageLocale(), percent).format(share);
}
