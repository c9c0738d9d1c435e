import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import * as z from "zod/mini";
import { post, type ReplyOf, url } from "@/components/kit/api/api";
import type { Card } from "@/components/kit/api/types";
import { cardRefreshKeys, cardTypes, lastFour } from "@/components/kit/cards/words";
import { ActionDialog } from "@/components/kit/dialog/action-dialog";
import { ConfirmDialog } from "@/components/kit/dialog/confirm-dialog";
import { FormRadio } from "@/components/kit/form/form-fields";
import { optionalReason, optionalText, typedProof } from "@/components/kit/form/form-schemas";
import { FormText } from "@/components/kit/form/form-text";
import { ProofField } from "@/components/kit/form/proof-field";
import { formatMoney } from "@/components/kit/money/money";
import { Button } from "@/components/kit/ui/button";
import { Dialog, DialogActions } from "@/components/kit/ui/dialog";
import { SecretField } from "@/components/kit/ui/secret-field";
import { strong } from "@/components/kit/ui/strong";
import { useBalanceOptions } from "./use-balance-options";

type Props = { card: Card; onClose: () => void };

const balanceOf = ({ balanceCents, currency }: Card) => formatMoney(balanceCents, currency);

export function FreezeDialog({ card, onClose }: Props) {
  const t = useTranslations("cards");
  const last4 = lastFour(card.code);
  return (
    <ActionDialog
      onClose={onClose}
      title={t("freeze.title", { last4 })}
      description={t("freeze.description")}
      verb={t("freeze.submit")}
      schema={z.object({ reason: optionalReason })}
      defaults={{ reason: "" }}
      send={(body, key) => post(url("/api/v1/cards/{uuid}/freeze", card), body, key)}
      refresh={cardRefreshKeys(card.uuid)}
      toast={() => t("freeze.toast", { last4 })}
    >
      {(form) => (
        <FormText
          form={form}
          name="reason"
          label={t("freeze.reason")}
          optional
          help={t("freeze.reasonHelp")}
        />
      )}
    </ActionDialog>
  );
}

export function UnfreezeDialog({ card, onClose }: Props) {
  const t = useTranslations("cards");
  const last4 = lastFour(card.code);
  return (
    <ConfirmDialog
      onClose={onClose}
      title={t("unfreeze.title", { last4 })}
      consequence={t("unfreeze.consequence", { amount: balanceOf(card) })}
      verb={t("unfreeze.submit")}
      keep={t("unfreeze.keep")}
      variant="primary"
      send={(_, key) => post(url("/api/v1/cards/{uuid}/unfreeze", card), {}, key)}
      refresh={cardRefreshKeys(card.uuid)}
      toast={() => t("unfreeze.toast", { last4 })}
    />
  );
}

type Replaced = ReplyOf<"/api/v1/cards/{uuid}/replace", "POST">;

/** Moves a card's balance to a new card, whose code is shown once it exists. */
export function ReplaceDialog({ card, onClose }: Props) {
  const t = useTranslations("cards");
  const tc = useTranslations("common");
  const [done, setDone] = useState<Replaced | null>(null);
  if (done) return <NewCard card={done.card} onClose={onClose} />;
  return (
    <ActionDialog
      onClose={onClose}
      title={t("replace.title", { last4: lastFour(card.code) })}
      description={t("replace.description", { amount: balanceOf(card) })}
      verb={t("replace.submit")}
      danger
      schema={z.object({
        cardType: z.enum(cardTypes),
        code: optionalText(64),
      })}
      defaults={{ cardType: card.cardType, code: "" }}
      send={(body, key) => post(url("/api/v1/cards/{uuid}/replace", card), body, key)}
      done={setDone}
      refresh={cardRefreshKeys(card.uuid)}
    >
      {(form) => (
        <>
          <FormRadio
            form={form}
            name="cardType"
            legend={t("replace.newCard")}
            options={cardTypes.map((value) => ({
              value,
              label: tc(`cardType.${value}`),
            }))}
          />
          <FormText
            form={form}
            name="code"
            label={t("replace.code")}
            optional
            help={t("replace.codeHelp")}
            className="font-mono"
            autoComplete="off"
            spellCheck={false}
          />
        </>
      )}
    </ActionDialog>
  );
}

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
export function WriteOffDialog({ card, onClose }: Props) {
  const t = useTranslations("cards");
  const amount = balanceOf(card);
  return (
    <ConfirmDialog
      onClose={onClose}
      title={t("writeOff.title", { amount })}
      consequence={t.rich("writeOff.consequence", { amount, b: strong })}
      proof={lastFour(card.code)}
      verb={t("writeOff.submit", { amount })}
      send={(_, key) => post(url("/api/portal/cards/{uuid}/write-off", card), {}, key)}
      refresh={cardRefreshKeys(card.uuid)}
      toast={() => t("writeOff.toast", { amount })}
    />
  );
}
