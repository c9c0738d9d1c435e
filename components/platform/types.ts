import type { z } from "zod";
import type { BatchOnPlatformView, ProvisionView } from "@/lib/contract/batch";
import type { CardOnPlatformView, DifferencesView, PlatformView } from "@/lib/contract/platform";

export type PlatformAnswer = z.output<typeof PlatformView>;
export type Platform = NonNullable<PlatformAnswer["platform"]>;
export type PlatformKind = Platform["kind"];

export type CardOnPlatform = z.output<typeof CardOnPlatformView>;
export type PlatformCard = NonNullable<CardOnPlatform["card"]>;

export type DifferencePage = z.output<typeof DifferencesView>;
export type Difference = DifferencePage["differences"][number];
export type Cause = Difference["cause"];
/** Which side a difference is settled by. */
export type Truth = Exclude<Difference["remedies"][number], "retry">;

/** How far a batch is in the shop. */
export type BatchThere = z.output<typeof BatchOnPlatformView>;

/** What has begun. */
export type Provision = z.output<typeof ProvisionView>;

/** The most urgent first: where money may be lost, then what only has not been done yet. */
export const causes = [
  "redeemed_there",
  "credited_there",
  "missing_there",
  "disabled_there",
  "failed",
  "queued",
] as const satisfies readonly Cause[];
