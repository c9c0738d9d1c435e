import { useQuery } from "@tanstack/react-query";
import { get, type ReplyOf } from "@/components/api";
import { keysOf } from "@/components/types";
import type { StateLabel } from "@/components/ui/chip";

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

export const kindWords: Record<PlatformKind, string> = {
  shopify: "Shopify",
  http: "A shop of your own",
};

/** What the credential is called, by kind of shop. */
export const secretWords: Record<PlatformKind, "token" | "secret"> = {
  shopify: "token",
  http: "secret",
};

export function connectionState({ status, lastError }: Platform): StateLabel {
  if (status === "failing") return { word: "Failing", tone: "danger" };
  if (lastError) return { word: "Not reached", tone: "attention" };
  return { word: "Connected", tone: "positive" };
}

export function cardState({ state, behind }: PlatformCard): StateLabel {
  if (state === "failed") return { word: "Failed", tone: "danger" };
  if (state === "queued") return { word: "Queued", tone: "attention" };
  if (behind) return { word: "Updating", tone: "attention" };
  if (state === "disabled") return { word: "Disabled", tone: "neutral" };
  return { word: "Created", tone: "positive" };
}

/** Labels by cause, most urgent first: possible loss of money, then pending work. */
export const causeWords: Record<Cause, StateLabel & { why: string }> = {
  redeemed_there: {
    word: "Redeemed in the shop",
    tone: "danger",
    why: "It could not be taken from the card here: it had expired, or held less.",
  },
  credited_there: {
    word: "Credited in the shop",
    tone: "attention",
    why: "Somebody put money on it there by hand. It is no money here until you say so.",
  },
  missing_there: {
    word: "Gone from the shop",
    tone: "danger",
    why: "The shop has no such gift card any more.",
  },
  disabled_there: {
    word: "Disabled in the shop",
    tone: "attention",
    why: "It can't be used there, and can be here.",
  },
  failed: {
    word: "Failed",
    tone: "danger",
    why: "The shop refused it.",
  },
  queued: {
    word: "On its way",
    tone: "info",
    why: "The shop has not heard of the last change yet. It is sent by itself.",
  },
};
export const causes = keysOf(causeWords);

/** The numeric part of an id such as gid://shopify/GiftCard/123. */
export const shortId = (platformId: string) => platformId.replace(/^gid:\/\/shopify\/\w+\//, "");

/** URL of the differences list, filtered by cause if given. */
export const differencesHref = (cause?: Cause) =>
  `/reports?tab=reconciliation${cause ? `&cause=${cause}` : ""}`;
