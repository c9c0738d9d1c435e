import { useTranslations } from "next-intl";
import * as z from "zod/mini";
import { post } from "@/components/kit/api/api";
import { cardRefreshKeys } from "@/components/kit/cards/words";
import { ActionDialog } from "@/components/kit/dialog/action-dialog";
import { confirmation } from "@/components/kit/dialog/confirmation";
import type { Closing } from "@/components/kit/dialog/dialog-area";
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

function ChooseTrustedSide({ difference, shop, onClose }: Props & Closing) {
  const t = useTranslations("platform");
  const { cause, cardUuid, last4, ledgerCents, currency, remedies } = difference;
  const theirCents = shopCents(difference);
  const offered = remedies.filter((remedy) => remedy !== "retry");
  const options = settleOptions(t, difference);
  const [only] = offered.length === 1 ? offered : [];
  return (
    <ActionDialog
      onClose={onClose}
      title={t("settle.title", { last4 })}
      description={t(`cause.${cause}.why`)}
      schema={z.object({ truth: z.enum(trustedSides, t("settle.choiceMissing")) })}
      defaults={only ? { truth: only } : {}}
      verb={({ truth }) => (truth ? options[truth] : t("settle.submit"))}
      send={({ truth }, key) => post("/api/portal/platform/settle", { cardUuid, truth }, key)}
      refresh={ofDifference.refresh({ difference, shop })}
      toast={() => t("settle.toast")}
    >
      {(form) => (
        <>
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
          {only ? (
            <p>{effectOf(t, difference, only)}</p>
          ) : (
            <FormField form={form} name="truth">
              {({ value, onChange, error }) => (
                <div className="grid gap-2">
                  <RadioGroup
                    label={t("settle.choice")}
                    className="sm:grid-cols-1"
                    value={value ?? ("" as TrustedSide)}
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
          )}
        </>
      )}
    </ActionDialog>
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
