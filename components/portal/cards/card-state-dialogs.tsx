import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import * as z from "zod/mini";
import { useIsOwner } from "@/components/kit/api/session";
import type { Card } from "@/components/kit/api/types";
import { cardTypes, lastFour } from "@/components/kit/cards/words";
import { confirmation } from "@/components/kit/dialog/confirmation";
import type { Closing } from "@/components/kit/dialog/dialog-area";
import {
  drawnIf,
  type FieldAt,
  field,
  optional,
  radio,
  typed,
} from "@/components/kit/dialog/fields";
import { formDialog } from "@/components/kit/dialog/form-dialog";
import { FormRadio } from "@/components/kit/form/form-fields";
import { optionalReason, optionalText } from "@/components/kit/form/form-schemas";
import { formatMoney } from "@/components/kit/money/money";
import { Button } from "@/components/kit/ui/button";
import { Dialog, DialogActions } from "@/components/kit/ui/dialog";
import { SecretField } from "@/components/kit/ui/secret-field";
import { balanceOptions } from "./balance-options";
import { last4Of, ofCard } from "./card-area";

type Props = { card: Card };

const balanceOf = ({ balanceCents, currency }: Card) => formatMoney(balanceCents, currency);

const balanceAndLast4 = ({ card }: Props) => ({
  amount: balanceOf(card),
  ...last4Of({ card }),
});

export const FreezeDialog = formDialog(ofCard, "freeze", {
  operation: ["POST", "/api/v1/cards/{uuid}/freeze"],
  values: last4Of,
  fields: ({ t }) => ({
    reason: optional(t("freeze.reason"), { schema: optionalReason, help: t("freeze.reasonHelp") }),
  }),
});

export const UnfreezeDialog = confirmation(ofCard, "unfreeze", {
  operation: ["POST", "/api/v1/cards/{uuid}/unfreeze"],
  values: balanceAndLast4,
  variant: "primary",
});

/** Moves a card's balance to a new card, whose code is shown once it exists. */
export const ReplaceDialog = formDialog(ofCard, "replace", {
  operation: ["POST", "/api/v1/cards/{uuid}/replace"],
  values: balanceAndLast4,
  danger: true,
  fields: ({ t, tc, card }) => ({
    cardType: radio(t("replace.newCard"), {
      values: cardTypes,
      initial: card.cardType,
      option: (type) => ({ label: tc(`cardType.${type}`) }),
    }),
    code: optional(t("replace.code"), {
      schema: optionalText(64),
      help: t("replace.codeHelp"),
      className: "font-mono",
      autoComplete: "off",
      spellCheck: false,
    }),
  }),
  next: ({ card }, _, { onClose }) => <NewCard card={card} onClose={onClose} />,
});

function NewCard({ card, onClose }: Props & Closing) {
  const t = useTranslations("cards");
  return (
    <Dialog
      onClose={onClose}
      title={t("replace.done.title")}
      description={t("replace.done.description", { amount: balanceOf(card) })}
    >
      <div className="grid gap-4">
        <SecretField
          secret={card.code}
          label={t("replace.done.code")}
          warning={t("replace.done.codeWarning")}
        />
        <DialogActions>
          <Button onClick={onClose}>{t("replace.done.close")}</Button>
          <Button variant="primary" asChild>
            <Link href={`/cards/${card.uuid}`}>{t("replace.done.open")}</Link>
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}

type Disabling = Props & { onMove: () => void };

const DisableForm = formDialog(
  { ...ofCard, subject: ({ card }: Disabling) => card },
  "deactivate",
  {
    operation: ["POST", "/api/v1/cards/{uuid}/disable"],
    values: last4Of,
    danger: true,
    fields: ({ card, onMove }) => ({
      balance: drawnIf(
        card.balanceCents > 0,
        field(z.enum(["keep", "write_off"]), "keep", (at) => (
          <BalanceChoice {...at} amount={balanceOf(card)} onMove={onMove} />
        )),
      ),
      ending: typed(lastFour(card.code)),
    }),
    body: ({ balance }) => ({ balance }),
    submit: ({ t, card }, { balance }) =>
      balance === "write_off" &&
      card.balanceCents > 0 &&
      t("deactivate.submitWriteOff", { amount: balanceOf(card) }),
  },
);

/** Disables a card permanently and asks what happens to its balance. */
export function DisableDialog(props: Props & Closing) {
  const [moves, setMoves] = useState(false);
  if (moves) return <ReplaceDialog {...props} />;
  return <DisableForm {...props} onMove={() => setMoves(true)} />;
}

type ChoiceProps = FieldAt & { amount: string; onMove: () => void };

/** What happens to the balance of a card that is disabled. */
function BalanceChoice({ amount, onMove, ...at }: ChoiceProps) {
  const t = useTranslations("cards");
  return (
    <>
      <FormRadio
        {...at}
        legend={t("deactivate.question", { amount })}
        options={balanceOptions(t, useIsOwner())}
      />
      <p className="text-sm text-muted">
        {t.rich("deactivate.move", {
          link: (text) => (
            <button
              type="button"
              className="font-medium text-ink underline underline-offset-4"
              onClick={onMove}
            >
              {text}
            </button>
          ),
        })}
      </p>
    </>
  );
}

/** Takes the balance of a disabled card as income. For owners. */
export const WriteOffDialog = confirmation(ofCard, "writeOff", {
  operation: ["POST", "/api/portal/cards/{uuid}/write-off"],
  values: balanceAndLast4,
  proof: ({ card }) => lastFour(card.code),
});
