import type { ReplyOf } from "@/components/kit/api/api";
import type { Translate } from "@/components/kit/locale/translate";

export type Wallet = ReplyOf<"/api/portal/store-credit">["wallets"][number];

const creditKinds = ["refund", "promotion", "referral", "manual"] as const;

export const creditKindOptions = (t: Translate<"storeCredit">) =>
  creditKinds.map((value) => ({ value, label: t(`kind.${value}`) }));

/** Label of a store credit's source. A source named by an API client stays as is. */
export function creditKindInWords(t: Translate<"storeCredit">, source: string | null): string {
  const kind = creditKinds.find((one) => one === source);
  return kind ? t(`kind.${kind}`) : (source ?? "");
}
