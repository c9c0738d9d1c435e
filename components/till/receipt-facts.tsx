import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { formatDate } from "@/components/kit/locale/days";
import { formatMoney } from "@/components/kit/money/money";
import type { Receipt } from "./types";
import { momentInWords } from "./words";

type Props = { receipt: Receipt; timeZone: string };

/** What a receipt says below its amount, one row for each fact. On the screen and on paper. */
export function ReceiptFacts({ receipt, timeZone }: Props) {
  const t = useTranslations("till");
  const { currency, card, number, cashier, device, requestedAmountCents: requested } = receipt;
  const facts: [label: string, value: ReactNode][] = [
    ...(requested !== null && requested !== receipt.amountCents
      ? [[t("receipt.requested"), formatMoney(requested, currency)] as [string, string]]
      : []),
    ...(receipt.reversed ? [[t("receipt.state"), t("receipt.reversed")] as [string, string]] : []),
    ...(receipt.refundedCents > 0
      ? [[t("receipt.refunded"), formatMoney(receipt.refundedCents, currency)] as [string, string]]
      : []),
    [t("receipt.balance"), formatMoney(receipt.balanceAfterCents, currency)],
    [t("receipt.card"), t("receipt.masked", { last4: card.last4 })],
    ...(card.expiresOn
      ? [[t("receipt.expires"), formatDate(card.expiresOn)] as [string, string]]
      : []),
    ...(number ? [[t("receipt.number"), number] as [string, string]] : []),
    [t("receipt.date"), momentInWords(receipt.at, timeZone)],
    ...(cashier ? [[t("receipt.cashier"), cashier] as [string, string]] : []),
    ...(device ? [[t("receipt.device"), device] as [string, string]] : []),
  ];
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
      {facts.map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-muted">{label}</dt>
          <dd className="text-right wrap-anywhere tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
