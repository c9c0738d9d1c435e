import type { ReplyOf } from "@/components/kit/api/api";

export type OwnCard = ReplyOf<"/api/wallet/cards/{uuid}">;
export type OwnMovement = ReplyOf<"/api/wallet/cards/{uuid}/history">["transactions"][number];
export type SentGift = ReplyOf<"/api/wallet/gifts">["gifts"][number];
