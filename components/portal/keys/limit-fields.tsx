import { useTranslations } from "next-intl";
import * as z from "zod/mini";
import { advanced, type FieldAt, together } from "@/components/kit/dialog/fields";
import { FormMoney } from "@/components/kit/form/form-money";
import { FormText } from "@/components/kit/form/form-text";
import { amountSchema } from "@/components/kit/money/amount-schemas";
import { decimalText } from "@/lib/base/money";
import { AMOUNT_LIMITS, type AmountLimit, eachAmountLimit } from "./words";

/** An amount in minor units, or null for an empty field: no limit. */
const limitSchema = (currency: string) =>
  z.union([
    z.pipe(
      z.literal(""),
      z.transform(() => null),
    ),
    amountSchema(currency),
  ]);

/** The limits on amounts, which are typed in `currency`. */
const amountLimitsSchema = (currency: string) => eachAmountLimit(() => limitSchema(currency));

const noAmountLimits = eachAmountLimit(() => "");

/** Limits on amounts as they are typed. */
export const typedAmountLimits = (limits: Record<AmountLimit, number | null>, currency: string) =>
  eachAmountLimit((name) => {
    const cents = limits[name];
    return cents === null ? "" : decimalText(cents, currency);
  });

/** The same as advanced fields of a declared dialog: with the limits of `holder`, or none. */
export function amountLimits(
  currency: string,
  holder?: Record<AmountLimit, number | null>,
  isShown = true,
) {
  const fields = together(
    amountLimitsSchema(currency),
    holder ? typedAmountLimits(holder, currency) : noAmountLimits,
    ({ form }) => isShown && <AmountLimitFields form={form} currency={currency} />,
  );
  const isLimited = AMOUNT_LIMITS.some((name) => (holder?.[name] ?? null) !== null);
  return isShown ? advanced(fields, isLimited) : fields;
}

/** What a key is limited to, apart from its rate. Amounts are typed in `currency`. */
export const limitFieldsSchema = (currency: string) => ({
  place: z.string().check(z.trim(), z.maxLength(100)),
  addressRanges: z.pipe(
    z.string(),
    z.transform((text) => text.split(/[\s,;]+/).filter((one) => one !== "")),
  ),
  ...amountLimitsSchema(currency),
});

export const noLimits = {
  place: "",
  addressRanges: "",
  ...noAmountLimits,
};

type Form = Pick<FieldAt, "form"> & { currency: string };

/**
 * The fields of the location, the networks and the amounts that a key is limited to. `movesMoney`: its amounts can be
 * limited.
 */
export function LimitFields({ form, currency, movesMoney }: Form & { movesMoney: boolean }) {
  const t = useTranslations("keys");
  // An amount that was typed stays in sight, because it is sent.
  const hasAmounts = movesMoney || AMOUNT_LIMITS.some((name) => form.watch(name) !== "");
  return (
    <>
      <FormText
        form={form}
        name="place"
        label={t("limits.location")}
        help={t("limits.locationHelp")}
        optional
      />
      <FormText
        form={form}
        name="addressRanges"
        label={t("limits.networks")}
        help={t("limits.networksHelp")}
        autoComplete="off"
        optional
      />
      {hasAmounts && <AmountLimitFields form={form} currency={currency} />}
    </>
  );
}

function AmountLimitFields({ form, currency }: Form) {
  const t = useTranslations("keys");
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-2">
        {AMOUNT_LIMITS.map((name) => (
          <FormMoney
            key={name}
            form={form}
            name={name}
            label={t(`limits.amounts.${name}`)}
            currency={currency}
            optional
          />
        ))}
      </div>
      <p className="text-sm text-muted">{t("limits.amountsHelp")}</p>
    </>
  );
}
