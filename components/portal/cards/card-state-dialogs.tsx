import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import * as z from "zod/mini";
import { post, url } from "@/components/kit/api/api";
import type { Card } from "@/components/kit/api/types";
import { cardRefreshKeys, cardTypes, lastFour } from "@/components/kit/cards/words";
import { ActionDialog } from "@/components/kit/dialog/action-dialog";
import { confirmation } from "@/components/kit/dialog/confirmation";
import { optional, radio } from "@/components/kit/dialog/fields";
import { formDialog } from "@/components/kit/dialog/form-dialog";
import { FormRadio } from "@/components/kit/form/form-fields";
import { optionalReason, optionalText, typedProof } from "@/components/kit/form/form-schemas";
import { ProofField } from "@/components/kit/form/proof-field";
import { formatMoney } from "@/components/kit/money/money";
import { Button } from "@/components/kit/ui/button";
import { Dialog, DialogActions } from "@/components/kit/ui/dialog";
import { SecretField } from "@/components/kit/ui/secret-field";
import { last4Of, ofCard } from "./card-area";
import { useBalanceOptions } from "./use-balance-options";

type Props = { card: Card; onClose: () => void };

const balanceOf = ({ balanceCents, currency }: Card) => formatMoney(balanceCents, currency);

const balanceAndLast4 = ({ card }: { card: Card }) => ({
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

function NewCard({ card, onClose }: Props) {
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

/** Disables a card permanently and asks what happens to its balance. */
export function DisableDialog({ card, onClose }: Props) {
  const t = useTranslations("cards");
  const [moves, setMoves] = useState(false);
  const last4 = lastFour(card.code);
  if (moves) return <ReplaceDialog card={card} onClose={onClose} />;
  const hasBalance = card.balanceCents > 0;
  return (
    <ActionDialog
      onClose={onClose}
      title={t("deactivate.title", { last4 })}
      description={t("deactivate.description")}
      danger
      verb={({ balance }) =>
        hasBalance && balance === "write_off"
          ? t("deactivate.submitWriteOff", { amount: balanceOf(card) })
          : t("deactivate.submit")
      }
      schema={z.object({
        balance: z.enum(["keep", "write_off"]),
        ending: typedProof(last4),
      })}
      defaults={{ balance: "keep", ending: "" }}
      send={({ balance }, key) => post(url("/api/v1/cards/{uuid}/disable", card), { balance }, key)}
      refresh={cardRefreshKeys(card.uuid)}
      toast={() => t("deactivate.toast", { last4 })}
    >
      {(form) => (
        <>
          {hasBalance && (
            <BalanceChoice form={form} amount={balanceOf(card)} onMove={() => setMoves(true)} />
          )}
          <ProofField
            proof={last4}
            error={form.formState.errors.ending?.message}
            {...form.register("ending")}
          />
        </>
      )}
    </ActionDialog>
  );
}

type ChoiceProps = {
  form: UseFormReturn<{ balance: "keep" | "write_off"; ending: string }>;
  amount: string;
  onMove: () => void;
};

/** What happens to the balance of a card that is disabled. */
function BalanceChoice({ form, amount, onMove }: ChoiceProps) {
  const t = useTranslations("cards");
  return (
    <>
      <FormRadio
        form={form}
        name="balance"
        legend={t("deactivate.question", { amount })}
        options={useBalanceOptions()}
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
