import * as z from "zod/mini";
import type { ListedCard } from "@/components/kit/api/types";
import { confirmation } from "@/components/kit/dialog/confirmation";
import {
  amountCheck,
  drawnIf,
  field,
  optional,
  text,
  typed as typedText,
} from "@/components/kit/dialog/fields";
import { formDialog } from "@/components/kit/dialog/form-dialog";
import { FormRadio, FormSelect } from "@/components/kit/form/form-fields";
import { FormMoney } from "@/components/kit/form/form-money";
import { optionalReason } from "@/components/kit/form/form-schemas";
import { isDay, todayIn } from "@/components/kit/locale/days";
import { pageLocale } from "@/components/kit/locale/locale";
import type { Translate } from "@/components/kit/locale/translate";
import { formatMoney, usualAmounts } from "@/components/kit/money/money";
import { amountSoFar, withParsedAmount } from "@/components/kit/money/money-fields";
import { proofNumber } from "@/components/kit/money/numbers";
import { strong } from "@/components/kit/ui/strong";
import { balanceOptions } from "./balance-options";
import { type BulkAction, fits } from "./bulk-actions";
import type { BulkChange } from "./use-bulk";

type Props = {
  /** The selected cards. The server skips those that the action doesn't fit. */
  cards: ListedCard[];
  onConfirm: (change: BulkChange) => void;
};

const ofCards = { texts: "cards", refresh: () => [], subject: (props: Props) => props } as const;

/** The cards of each currency, by its code. */
function byCurrency(cards: ListedCard[]): Map<string, ListedCard[]> {
  const found = new Map<string, ListedCard[]>();
  for (const card of cards) found.set(card.currency, [...(found.get(card.currency) ?? []), card]);
  return new Map([...found].sort(([a], [b]) => a.localeCompare(b)));
}

const inactiveByCurrency = ({ cards }: Props) => byCurrency(cards.filter(fits.activate));
const countIn = (props: Props, currency: string) =>
  inactiveByCurrency(props).get(currency)?.length ?? 0;

const skippedNote = (t: Translate<"cards">, count: number) =>
  count > 0 ? t("bulk.willSkip", { count }) : "";

export const BulkActivateDialog = formDialog(ofCards, "bulk.activation", {
  fields: ({ t, tc, ...props }) => {
    const currencies = [...inactiveByCurrency(props).keys()];
    const count = (currency: string) => countIn(props, currency);
    const options = currencies.map((value) => ({
      value,
      label: t("bulk.currencyOption", { currency: value, count: count(value) }),
    }));
    return {
      currency: drawnIf(
        currencies.length > 1,
        field(z.string(), currencies[0] ?? "", (at) => (
          <FormSelect
            {...at}
            label={tc("fields.currency")}
            help={t("bulk.currencyHelp")}
            options={options}
          />
        )),
      ),
      amountCents: field(z.string(), "", ({ form, name }) => {
        const { currency, amountCents } = form.watch();
        const each = amountSoFar({ currency, amountCents });
        const total =
          each !== null && formatMoney(BigInt(each) * BigInt(count(currency)), currency);
        const help =
          each !== null &&
          total &&
          t.rich("bulk.liability", {
            count: count(currency),
            amount: formatMoney(each, currency),
            total,
            b: strong,
          });
        return (
          <FormMoney
            form={form}
            name={name}
            label={t("bulk.amount")}
            currency={currency}
            help={help}
            presets={{ amounts: usualAmounts(currency) }}
          />
        );
      }),
      amountCheck,
      note: optional(t("create.note"), { help: t("create.noteHelp") }),
    };
  },
  parse: (typed, payload) => withParsedAmount(typed, payload),
  description: ({ t, ...props }, { currency }) => {
    const count = countIn(props, currency);
    return `${t("bulk.activateText", { count })} ${skippedNote(t, props.cards.length - count)}`;
  },
  amount: (typed, props) => ({
    currency: typed.currency,
    amountCents: amountSoFar(typed),
    each: countIn(props, typed.currency) > 1,
  }),
  submit: ({ t, ...props }, { currency }) =>
    t("bulk.activation.submit", { count: countIn(props, currency) }),
  send: async (given, _, { onConfirm }) => onConfirm({ action: "activate", ...given }),
});

const activeOf = ({ cards }: Props) => cards.filter(fits.disable);

/** The number of cards that an action changes, in its texts. */
const countOf = (action: BulkAction) => (props: Props) => ({
  count: props.cards.filter(fits[action]).length,
});

/** What happens to these cards, and how many others are skipped. */
const consequence = (
  { t, cards }: Props & { t: Translate<"cards"> },
  action: "freeze" | "unfreeze" | "extend",
  count: number,
) => `${t(`bulk.consequence.${action}`, { count })} ${skippedNote(t, cards.length - count)}`;

export const BulkFreezeDialog = formDialog(ofCards, "bulk.freezing", {
  values: countOf("freeze"),
  fields: ({ t }) => ({
    reason: optional(t("freeze.reason"), { schema: optionalReason, help: t("freeze.reasonHelp") }),
  }),
  description: (context) => consequence(context, "freeze", countOf("freeze")(context).count),
  send: async (given, _, { onConfirm }) => onConfirm({ action: "freeze", ...given }),
});

export const BulkUnfreezeDialog = confirmation(ofCards, "bulk.unfreezing", {
  values: countOf("unfreeze"),
  description: (context) => consequence(context, "unfreeze", countOf("unfreeze")(context).count),
  variant: "primary",
  send: async (_, { onConfirm }) => onConfirm({ action: "unfreeze" }),
});

/** The cards whose expiration date becomes `day`. While it is incomplete, those that have one. */
const extendedTo = (day: string, { cards }: Props) =>
  cards.filter((card) => fits.extend(card) && !(isDay(day) && (card.expiresOn ?? "") >= day));

export const BulkExtendDialog = formDialog(ofCards, "bulk.extension", {
  fields: ({ t, merchant: { timeZone, clockOffsetMs } }) => {
    const today = todayIn(timeZone, clockOffsetMs);
    return {
      expiresOn: text(t("edit.expires"), {
        schema: z.string().check(z.refine((day) => isDay(day) && day >= today, t("bulk.pastDate"))),
        type: "date",
        min: today,
        help: t("bulk.extendHelp", { timeZone }),
      }),
    };
  },
  description: (context, { expiresOn }) =>
    consequence(context, "extend", extendedTo(expiresOn, context).length),
  submit: ({ t, ...props }, { expiresOn }) =>
    t("bulk.extension.submit", { count: extendedTo(expiresOn, props).length }),
  send: async (given, _, { onConfirm }) => onConfirm({ action: "extend", ...given }),
});

/** Disables the selected active cards. */
export const BulkDisableDialog = formDialog(ofCards, "bulk.deactivation", {
  values: countOf("disable"),
  danger: true,
  fields: ({ t, isOwner, ...props }) => ({
    balance: drawnIf(
      totalOf(activeOf(props)) !== null,
      field(z.enum(["keep", "write_off"]), "keep", (at) => (
        <FormRadio {...at} legend={t("bulk.question")} options={balanceOptions(t, isOwner)} />
      )),
    ),
    count: typedText(proofNumber(activeOf(props).length)),
  }),
  description: ({ t, ...props }) => {
    const active = activeOf(props);
    const count = active.length;
    const total = totalOf(active);
    return (
      <>
        {total
          ? t.rich("bulk.deactivateBalance", { count, total, b: strong })
          : t("bulk.deactivateText", { count })}{" "}
        {skippedNote(t, props.cards.length - count)}
      </>
    );
  },
  submit: ({ t, ...props }, { balance }) =>
    balance === "write_off" &&
    t("bulk.deactivation.submitWriteOff", { count: activeOf(props).length }),
  send: async ({ balance }, _, { onConfirm }) => onConfirm({ action: "disable", balance }),
});

/** The balances of the cards, as "$340.00 and €20.00"; null if all are empty. */
function totalOf(cards: ListedCard[]): string | null {
  const amounts = [...byCurrency(cards)].flatMap(([currency, some]) => {
    const cents = some.reduce((sum, { balanceCents }) => sum + BigInt(balanceCents), 0n);
    return cents > 0n ? [formatMoney(cents, currency)] : [];
  });
  return amounts.length === 0 ? null : new Intl.ListFormat(pageLocale()).format(amounts);
}
