import { useQuery } from "@tanstack/react-query";
import { get, type ReplyOf } from "@/components/kit/api/api";
import { keysOf } from "@/components/kit/api/types";
import type { Translate } from "@/components/kit/locale/translate";
import type { StateLabel } from "@/components/kit/ui/chip";

export type Platform = NonNullable<ReplyOf<"/api/portal/platform">["platform"]>;
export type PlatformKind = Platform["kind"];
export type PlatformCard = NonNullable<ReplyOf<"/api/portal/platform/cards/{uuid}">["card"]>;

export type DifferencePage = ReplyOf<"/api/portal/platform/differences">;
export type Difference = DifferencePage["differences"][number];
export type Cause = Difference["cause"];
/** The side whose balance is taken as correct. */
export type TrustedSide = Exclude<Difference["remedies"][number], "retry">;

/** Polling interval while work for the shop is in progress. */
export const busyPollMs = 2_000;
// Empty cards stay queued until they are topped up, so polling can be slower.
const queuePollMs = 10_000;
const idlePollMs = 30_000;

const pauseMs = ({ counts, reconcilingSince }: Platform) =>
  reconcilingSince !== null ? busyPollMs : counts.queued > 0 ? queuePollMs : idlePollMs;

/** The store's online shop, or null if none is connected. Polls faster while work is in progress. */
export const usePlatform = () =>
  useQuery({
    queryKey: ["platform", "connection"],
    queryFn: async ({ signal }) => (await get("/api/portal/platform", {}, signal)).platform,
    refetchInterval: ({ state }) => (state.error || !state.data ? false : pauseMs(state.data)),
  });

export function connectionState(
  t: Translate<"platform">,
  { status, lastError }: Platform,
): StateLabel {
  if (status === "failing") return { word: t("connection.status.failing"), tone: "danger" };
  if (lastError) return { word: t("connection.status.unreachable"), tone: "attention" };
  return { word: t("connection.status.connected"), tone: "positive" };
}

export function cardState(t: Translate<"platform">, { state, behind }: PlatformCard): StateLabel {
  if (state === "failed") return { word: t("card.status.failed"), tone: "danger" };
  if (state === "queued") return { word: t("card.status.queued"), tone: "attention" };
  if (behind) return { word: t("card.status.updating"), tone: "attention" };
  if (state === "disabled") return { word: t("card.status.disabled"), tone: "neutral" };
  return { word: t("card.status.created"), tone: "positive" };
}

/** Most urgent first: possible loss of money, then pending work. */
const causeTones: Record<Cause, StateLabel["tone"]> = {
  redeemed_there: "danger",
  credited_there: "attention",
  missing_there: "danger",
  disabled_there: "attention",
  failed: "danger",
  queued: "info",
};
export const causes = keysOf(causeTones);

export const causeState = (t: Translate<"platform">, cause: Cause): StateLabel => ({
  word: t(`cause.${cause}.label`),
  tone: causeTones[cause],
});

/** The numeric part of an id such as gid://shopify/GiftCard/123. */
export const shortId = (platformId: string) => platformId.replace(/^gid:\/\/shopify\/\w+\//, "");

/** URL of the differences list, filtered by cause if given. */
export const differencesHref = (cause?: Cause) =>
  `/reports?tab=reconciliation${cause ? `&cause=${cause}` : ""}`;
