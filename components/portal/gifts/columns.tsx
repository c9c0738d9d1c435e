import type { Gift, Movement } from "@/components/kit/api/types";
import type { Translate } from "@/components/kit/locale/translate";
import { Chip, type StateLabel } from "@/components/kit/ui/chip";
import { Money } from "@/components/kit/ui/format";
import { type Column, timeColumn } from "@/components/kit/ui/table";

const stateTones: Record<Gift["status"], StateLabel["tone"]> = {
  pending: "attention",
  accepted: "positive",
  declined: "info",
  cancelled: "info",
  expired: "info",
};

export const giftState = (t: Translate<"cards">, status: Gift["status"]): StateLabel => ({
  word: t(`gift.status.${status}`),
  tone: stateTones[status],
});

/** A person of a gift: by the name that the sender gave, and by their email. */
export const personInGift = (t: Translate<"cards">, name: string | null, email: string): string =>
  name ? t("gift.named", { name, email }) : email;

type Returned = NonNullable<Movement["returned"]>;

/** Why a gift was returned. */
export function whyReturned(t: Translate<"cards">, { status, recipientEmail }: Returned): string {
  if (status === "declined") return t("gift.returned.declined", { email: recipientEmail });
  return t(status === "cancelled" ? "gift.returned.cancelled" : "gift.returned.expired");
}

/** Columns of a list of gifts: the people in `first`, then the state, the `card` and the rest. */
export const giftColumns = (
  t: Translate<"cards">,
  first: Column<Gift>[],
  card: Column<Gift>,
): Column<Gift>[] => [
  ...first,
  {
    header: t("column.status"),
    phone: "state",
    cell: ({ status }) => <Chip {...giftState(t, status)} />,
  },
  card,
  {
    header: t("gift.fact.design"),
    phone: "hidden",
    from: "xl",
    cell: ({ design }) => design && t(`gift.design.${design}`),
  },
  timeColumn(t("gift.column.sent"), ({ createdAt }) => createdAt, { from: "lg" }),
  timeColumn(
    t("column.expires"),
    ({ status, expiresAt }) => (status === "pending" ? expiresAt : null),
    {
      phone: "hidden",
      from: "xl",
    },
  ),
  {
    header: t("gift.column.amount"),
    phone: "amount",
    align: "right",
    cell: ({ amountCents, currency, status }) => (
      <span className={status === "pending" || status === "accepted" ? "font-medium" : ""}>
        <Money amountCents={amountCents} currency={currency} />
      </span>
    ),
  },
];
