import { useTranslations } from "next-intl";
import * as z from "zod/mini";
import type { ListedCard } from "@/components/kit/api/types";
import { ActionDialog } from "@/components/kit/dialog/action-dialog";
import { FormRadio, FormSelect } from "@/components/kit/form/form-fields";
import { optionalNote, typedProof } from "@/components/kit/form/form-schemas";
import { FormMoney, FormText } from "@/components/kit/form/form-text";
import { ProofField } from "@/components/kit/form/proof-field";
import { pageLocale } from "@/components/kit/locale/locale";
import type { Translate } from "@/components/kit/locale/translate";
import { formatMoney } from "@/components/kit/money/money";
import { amountSoFar, withParsedAmount } from "@/components/kit/money/money-fields";
import { proofNumber } from "@/components/kit/money/numbers";
import { strong } from "@/components/kit/ui/strong";
import { useBalanceOptions } from "./use-balance-options";
import type { BulkChange } from "./use-bulk";

type Props = {
  /** The selected cards. The server skips those that the action doesn't fit. */
  cards: ListedCard[];
  onClose: () => void;
  onConfirm: (change: BulkChange) => void;
};

/** The number of cards in each currency, by code. */
function byCurrency(cards: ListedCard[]): Map<string, ListedCard[]> {
  const found = new Map<string, ListedCard[]>();
  for (const card of cards) found.set(card.currency, [...(found.get(card.currency) ?? []), card]);
  return new Map([...found].sort(([a], [b]) => a.localeCompare(b)));
}

export function BulkActivateDialog({ cards, onClose, onConfirm }: Props) {
  const t = useTranslations("cards");
  const tc = useTranslations("common");
  const groups = byCurrency(cards.filter(({ status }) => status === "inactive"));
  const currencies = [...groups.keys()];
  const countIn = (currency: string) => groups.get(currency)?.length ?? 0;
  return (
    <ActionDialog
      onClose={onClose}
      title={t("bulk.activateTitle")}
      description={({ currency }) => {
        const count = countIn(currency);
        return `${t("bulk.activateText", { count })} ${skippedNote(t, cards.length - count)}`;
      }}
      schema={z.pipe(
        z.object({ currency: z.string(), amountCents: z.string(), note: optionalNote }),
        z.transform(withParsedAmount),
      )}
      defaults={{ currency: currencies[0] ?? "", amountCents: "", note: "" }}
      amount={(typed) => ({
        currency: typed.currency,
        amountCents: amountSoFar(typed),
        each: countIn(typed.currency) > 1,
      })}
      verb={({ currency }) => t("bulk.activateVerb", { count: countIn(currency) })}
      send={async (given) => onConfirm({ action: "activate", ...given })}
      refresh={[]}
    >
      {(form, check) => {
        const { currency, amountCents } = form.watch();
        const each = amountSoFar({ currency, amountCents });
        return (
          <>
            {currencies.length > 1 && (
              <FormSelect
                form={form}
                name="currency"
                label={tc("fields.currency")}
                help={t("bulk.currencyHelp")}
                options={currencies.map((value) => ({
                  value,
                  label: t("bulk.currencyOption", { currency: value, count: countIn(value) }),
                }))}
              />
            )}
            <FormMoney
              form={form}
              name="amountCents"
              label={t("bulk.amount")}
              currency={currency}
              help={
                each !== null &&
                t.rich("bulk.liability", {
                  count: countIn(currency),
                  amount: formatMoney(each, currency),
                  total: formatMoney(BigInt(each) * BigInt(countIn(currency)), currency),
                  b: strong,
                })
              }
            />
            {check}
            <FormText
              form={form}
              name="note"
              label={t("create.note")}
              optional
              help={t("create.noteHelp")}
            />
          </>
        );
      }}
    </ActionDialog>
  );
}

const skippedNote = (t: Translate<"cards">, count: number) =>
  count > 0 ? t("bulk.willSkip", { count }) : "";

/** Disables the selected active cards. */
export function BulkDisableDialog({ cards, onClose, onConfirm }: Props) {
  const t = useTranslations("cards");
  const active = cards.filter(({ status }) => status === "active");
  const proof = proofNumber(active.length);
  const total = totalOf(active);
  const balanceOptions = useBalanceOptions();
  return (
    <ActionDialog
      onClose={onClose}
      title={t("bulk.deactivateTitle", { count: active.length })}
      description={
        <>
          {total
            ? t.rich("bulk.deactivateBalance", { count: active.length, total, b: strong })
            : t("bulk.deactivateText", { count: active.length })}{" "}
          {skippedNote(t, cards.length - active.length)}
        </>
      }
      danger
      schema={z.object({ balance: z.enum(["keep", "write_off"]), count: typedProof(proof) })}
      defaults={{ balance: "keep", count: "" }}
      verb={({ balance }) =>
        t(balance === "write_off" ? "bulk.writeOffVerb" : "bulk.deactivateVerb", {
          count: active.length,
        })
      }
      send={async ({ balance }) => onConfirm({ action: "disable", balance })}
      refresh={[]}
    >
      {(form) => (
        <>
          {total && (
            <FormRadio
              form={form}
              name="balance"
              legend={t("bulk.question")}
              options={balanceOptions}
            />
          )}
          <ProofField
            proof={proof}
            error={form.formState.errors.count?.message}
            {...form.register("count")}
          />
        </>
      )}
    </ActionDialog>
  );
}

/** The balances of the cards, as "$340.00 and €20.00"; null if all are empty. */
function totalOf(cards: ListedCard[]): string | null {
  const amounts = [...byCurrency(cards)].flatMap(([currency, some]) => {
    const cents = some.reduce((sum, { balanceCents }) => sum + BigInt(balanceCents), 0n);
    return cents > 0n ? [formatMoney(cents, currency)] : [];
  });
  return amounts.length === 0 ? null : new Intl.ListFormat(pageLocale()).format(amounts);
}
