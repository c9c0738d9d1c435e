import { useTranslations } from "next-intl";
import * as z from "zod/mini";
import { cardRefreshKeys } from "@/components/kit/cards/words";
import { confirmation } from "@/components/kit/dialog/confirmation";
import type { Closing } from "@/components/kit/dialog/dialog-area";
import { drawn, type FieldAt, field } from "@/components/kit/dialog/fields";
import { formDialog } from "@/components/kit/dialog/form-dialog";
import { FormField } from "@/components/kit/form/form-text";
import { formatMoney } from "@/components/kit/money/money";
import { Fact, Facts } from "@/components/kit/ui/facts";
import { Money } from "@/components/kit/ui/format";
import { RadioGroup } from "@/components/kit/ui/radio-group";
import type { Difference, TrustedSide } from "./platform";
import { effectOf, settleOptions, shopCents } from "./settle-difference";

type Props = { difference: Difference; shop: string };

const ofDifference = {
  texts: "platform",
  refresh: ({ difference }: Props) => [["platform"], ...cardRefreshKeys(difference.cardUuid)],
  subject: ({ difference }: Props) => difference,
} as const;

/** Resolves a difference in favor of one side, after showing what that does to the balance. */
export const SettleDialog = (props: Props & Closing) =>
  props.difference.cause === "disabled_there" ? (
    <DisableHereToo {...props} />
  ) : (
    <ChooseTrustedSide {...props} />
  );

const trustedSides = ["ledger", "platform"] as const satisfies TrustedSide[];

const ChooseTrustedSide = formDialog(ofDifference, "settle", {
  operation: ["POST", "/api/portal/platform/settle"],
  values: ({ difference }) => ({ last4: difference.last4 }),
  fields: ({ t, difference, shop }) => {
    const offered = difference.remedies.filter((remedy) => remedy !== "retry");
    const [only] = offered.length === 1 ? offered : [];
    const truth = z.enum(trustedSides, t("settle.choiceMissing"));
    return {
      balances: drawn(() => <Balances difference={difference} shop={shop} />),
      truth: field(truth, only as TrustedSide, (at) =>
        only ? (
          <p>{effectOf(t, difference, only)}</p>
        ) : (
          <SideField {...at} difference={difference} offered={offered} />
        ),
      ),
    };
  },
  description: ({ t, difference }) => t(`cause.${difference.cause}.why`),
  submit: ({ t, difference }, { truth }) => truth && settleOptions(t, difference)[truth],
  body: ({ truth }, { difference: { cardUuid } }) => ({ cardUuid, truth }),
});

function Balances({ difference, shop }: Props) {
  const t = useTranslations("platform");
  const { ledgerCents, currency } = difference;
  const theirCents = shopCents(difference);
  return (
    <Facts>
      <Fact name={t("settle.balanceHere")}>
        <Money amountCents={ledgerCents} currency={currency} />
      </Fact>
      <Fact name={t("settle.balanceThere", { shop })}>
        {theirCents === null ? (
          <span className="text-muted">{t("settle.noBalance")}</span>
        ) : (
          <Money amountCents={theirCents} currency={currency} />
        )}
      </Fact>
    </Facts>
  );
}

type SideProps = FieldAt & {
  difference: Difference;
  offered: TrustedSide[];
};

function SideField({ difference, offered, ...at }: SideProps) {
  const t = useTranslations("platform");
  const options = settleOptions(t, difference);
  return (
    <FormField {...at}>
      {({ value, onChange, error }) => (
        <div className="grid gap-2">
          <RadioGroup<TrustedSide>
            label={t("settle.choice")}
            className="sm:grid-cols-1"
            value={value ?? ""}
            onValueChange={onChange}
            options={offered.map((truth) => ({
              value: truth,
              label: options[truth],
              help: effectOf(t, difference, truth),
            }))}
          />
          {error && (
            <p role="alert" className="text-sm text-danger">
              {error}
            </p>
          )}
        </div>
      )}
    </FormField>
  );
}

const DisableHereToo = confirmation(ofDifference, "deactivate", {
  operation: ["POST", "/api/portal/platform/settle"],
  values: ({ difference: { ledgerCents, currency, last4 } }) => ({
    last4,
    amount: formatMoney(ledgerCents, currency),
  }),
  proof: ({ difference }) => difference.last4,
  body: ({ difference: { cardUuid } }) => ({ cardUuid, truth: "platform" as const }),
});
