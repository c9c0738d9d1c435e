import { useTranslations } from "next-intl";
import { useState } from "react";
import { post, url } from "@/components/kit/api/api";
import type { Card } from "@/components/kit/api/types";
import { lastFour } from "@/components/kit/cards/words";
import { confirmation } from "@/components/kit/dialog/confirmation";
import type { Closing } from "@/components/kit/dialog/dialog-area";
import {
  amountCheck,
  drawn,
  drawnIf,
  email,
  money,
  optional,
  text,
} from "@/components/kit/dialog/fields";
import { formDialog } from "@/components/kit/dialog/form-dialog";
import { optionalEmail, optionalReference } from "@/components/kit/form/form-schemas";
import type { Translate } from "@/components/kit/locale/translate";
import type { Presets } from "@/components/kit/money/amount-presets";
import { amountSchema } from "@/components/kit/money/amount-schemas";
import { formatMoney, usualAmounts } from "@/components/kit/money/money";
import { amountSoFar } from "@/components/kit/money/money-fields";
import { Notice } from "@/components/kit/ui/notice";
import { strong } from "@/components/kit/ui/strong";
import { decimalText } from "@/lib/base/money";
import { last4Of, ofCard } from "./card-area";
import { anyAmountField, refuseOtherAmount } from "./denomination";
import { useCardDetails } from "./use-card-details";

type Props = { card: Card };

export const AssignDialog = formDialog(ofCard, "assign", {
  operation: ["POST", "/api/v1/cards/{uuid}/claim"],
  values: ({ card }) => ({ amount: formatMoney(card.balanceCents, card.currency) }),
  fields: ({ t }) => ({ email: email(t("assign.email")) }),
  toast: ({ ownerEmail }, typed, { t }) => t("assign.toast", { email: ownerEmail ?? typed.email }),
});

/** Makes a card that was never sold unusable. */
export const VoidDialog = confirmation(ofCard, "void", {
  operation: ["POST", "/api/portal/cards/{uuid}/void"],
  values: last4Of,
  proof: ({ card }) => lastFour(card.code),
});

const balanceActions = {
  activate: { path: "/api/portal/cards/{uuid}/activate", direction: 1 },
  redeem: { path: "/api/v1/cards/{uuid}/debit", direction: -1 },
  topUp: { path: "/api/v1/cards/{uuid}/credit", direction: 1 },
} as const;

export type BalanceAction = keyof typeof balanceActions;

type MovementProps = Props & { movement: BalanceAction };

export function BalanceActionDialog(props: MovementProps & Closing) {
  const details = useCardDetails(props.card.uuid);
  if (props.movement !== "activate") return <MovementDialog {...props} denominationCents={null} />;
  // Without it, the dialog could offer an amount that isn't the printed one.
  if (!details.data) return null;
  return <MovementDialog {...props} denominationCents={details.data.denominationCents} />;
}

type Printed = MovementProps & { denominationCents: number | null };
const printedOn = ({ card: { currency }, denominationCents }: Printed) => ({
  denominationCents,
  currency,
});

/** The available balance to redeem, or amounts to sell a card for. A printed amount has no alternatives. */
function presetsOf({
  t,
  card,
  movement,
  denominationCents,
}: Printed & { t: Translate<"cards"> }): Presets {
  const { availableCents, currency } = card;
  if (movement !== "redeem") {
    return { amounts: denominationCents === null ? usualAmounts(currency) : [] };
  }
  return {
    amounts: availableCents > 0 ? [availableCents] : [],
    label: (amount) => t("balance.all", { amount }),
  };
}

const MovementDialog = formDialog(
  { ...ofCard, subject: ({ card }: Printed) => card },
  ({ movement }) => `balance.${movement}`,
  {
    fields: (context) => {
      const { t, card, movement, denominationCents } = context;
      const { currency, availableCents } = card;
      const { direction } = balanceActions[movement];
      const isFirst = movement === "activate" && !card.ownerEmail;
      return {
        amountCents: money(t("balance.amount"), currency, {
          schema: amountSchema(currency, direction < 0 ? availableCents : undefined),
          initial: denominationCents === null ? "" : decimalText(denominationCents, currency),
          presets: presetsOf(context),
          help: (typed) => (
            <Preview
              card={card}
              amountCents={amountSoFar({ amountCents: typed, currency })}
              direction={direction}
            />
          ),
        }),
        amountCheck,
        anyAmount: anyAmountField({ denominationCents, currency }),
        change: drawn(() => <BalanceChange card={card} />),
        consumerEmail: drawnIf(
          isFirst,
          text(t("balance.email"), { schema: optionalEmail, optional: true, type: "email" }),
        ),
        note: optional(t("balance.note"), { help: t("balance.noteHelp") }),
        referenceId: optional(t("balance.reference"), {
          schema: optionalReference,
          help: t("balance.referenceHelp"),
          className: "font-mono",
        }),
      };
    },
    parse: (sale, payload, context) => refuseOtherAmount(sale, payload, printedOn(context)),
    amount: ({ amountCents }, { card: { currency }, movement }) => ({
      currency,
      amountCents: amountSoFar({ amountCents, currency }),
      isAvailable: balanceActions[movement].direction < 0,
    }),
    send: ({ anyAmount, ...body }, key, { card, movement }) =>
      post(
        url(balanceActions[movement].path, card),
        { ...body, ...(anyAmount && { anyAmount }) },
        key,
      ),
    toast: ({ transaction }, { amountCents }, { t, card, movement }) => ({
      message: t(`balance.${movement}.toast`, { amount: formatMoney(amountCents, card.currency) }),
      href: `/transactions?transaction=${transaction.id}`,
      label: t("balance.openTransaction"),
    }),
  },
);

/** Says so if the balance is another one than when the dialog opened. */
function BalanceChange({ card: { balanceCents, currency } }: Props) {
  const t = useTranslations("cards");
  const [openedWith] = useState(balanceCents);
  if (balanceCents === openedWith) return null;
  return (
    <Notice tone="attention">
      {t("balance.changed", { balance: formatMoney(balanceCents, currency) })}
    </Notice>
  );
}

type PreviewProps = { card: Card; amountCents: number | null; direction: 1 | -1 };

function Preview({ card, amountCents, direction }: PreviewProps) {
  const t = useTranslations("cards");
  const { balanceCents, availableCents, currency } = card;
  const balance = formatMoney(balanceCents, currency);
  if (amountCents === null) return t("balance.preview.now", { balance });
  if (direction < 0 && amountCents > availableCents) {
    return availableCents < balanceCents
      ? t("balance.preview.overAvailable", { available: formatMoney(availableCents, currency) })
      : t("balance.preview.overBalance", { balance });
  }
  return (
    <span className="tabular-nums">
      {t.rich(direction > 0 ? "balance.preview.added" : "balance.preview.deducted", {
        balance,
        amount: formatMoney(amountCents, currency),
        after: formatMoney(balanceCents + direction * amountCents, currency),
        b: strong,
      })}
    </span>
  );
}
