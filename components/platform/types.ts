import type { ReplyOf } from "@/components/api";

export type Platform = NonNullable<ReplyOf<"/api/portal/platform">["platform"]>;
export type PlatformKind = Platform["kind"];
export type PlatformCard = NonNullable<ReplyOf<"/api/portal/platform/cards/{uuid}">["card"]>;

export type DifferencePage = ReplyOf<"/api/portal/platform/differences">;
export type Difference = DifferencePage["differences"][number];
export type Cause = Difference["cause"];
/** Which side a difference is settled by. */
export type Truth = Exclude<Difference["remedies"][number], "retry">;

export type BatchThere = ReplyOf<"/api/portal/platform/batches/{id}">;
