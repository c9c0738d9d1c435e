import type { ReplyOf } from "@/components/api";

export type Wallet = ReplyOf<"/api/portal/store-credit">["wallets"][number];
export const creditKinds = [
  { value: "refund", label: "Refund or return" },
  { value: "promotion", label: "Promotion" },
  { value: "referral", label: "Referral" },
  { value: "manual", label: "Something else" },
];

export const creditKindOf = (source: string | null) =>
  creditKinds.find(({ value }) => value === source)?.label ?? source ?? "";
