import * as z from "zod/mini";
import { ActionDialog } from "@/components/action-dialog";
import { post } from "@/components/api";
import { cardRefreshKeys } from "@/components/cards/words";
import { ConfirmDialog } from "@/components/confirm-dialog";
import { FormField } from "@/components/form-text";
import { formatMoney } from "@/components/money";
import { Fact, Facts } from "@/components/ui/facts";
import { Money } from "@/components/ui/format";
import { RadioGroup } from "@/components/ui/radio-group";
import { causeWords, type Difference, type TrustedSide } from "./platform";
import { effectOf, settleButtonLabels, shopCents, titleOf } from "./settle-difference";

type Props = { difference: Difference; shop: string; onClose: () => void };

const settleRefreshKeys = ({ cardUuid }: Difference) => [
  ["platform"],
  ...cardRefreshKeys(cardUuid),
];

/** Resolves a difference in favor of one side, after showing what that does to the balance. */
export const SettleDialog = (props: Props) =>
  props.difference.cause === "disabled_there" ? (
    <DisableHereToo {...props} />
  ) : (
    <ChooseTrustedSide {...props} />
  );

const trustedSides = ["ledger", "platform"] as const satisfies TrustedSide[];

function ChooseTrustedSide({ difference, shop, onClose }: Props) {
  const { cause, cardUuid, ledgerCents, currency, remedies } = difference;
  const theirCents = shopCents(difference);
  const offered = remedies.filter((remedy) => remedy !== "retry");
  const [only] = offered.length === 1 ? offered : [];
  return (
    <ActionDialog
      onClose={onClose}
      title={titleOf(difference)}
      description={causeWords[cause].why}
      schema={z.object({ truth: z.enum(trustedSides, "Choose which side is right.") })}
      defaults={only ? { truth: only } : {}}
      verb={({ truth }) => (truth ? settleButtonLabels(difference)[truth] : "Settle")}
      send={({ truth }, key) => post("/api/portal/platform/settle", { cardUuid, truth }, key)}
      refresh={settleRefreshKeys(difference)}
      toast={() => "Difference settled"}
    >
      {(form) => (
        <>
          <Facts>
            <Fact name="Balance here">
              <Money amountCents={ledgerCents} currency={currency} />
            </Fact>
            <Fact name={`Balance in ${shop}`}>
              {theirCents === null ? (
                <span className="text-muted">None</span>
              ) : (
                <Money amountCents={theirCents} currency={currency} />
              )}
            </Fact>
          </Facts>
          {only ? (
            <p>{effectOf(difference, only)}</p>
          ) : (
            <FormField form={form} name="truth">
              {({ value, onChange, error }) => (
                <div className="grid gap-2">
                  <RadioGroup
                    label="What is right"
                    className="sm:grid-cols-1"
                    value={value ?? ("" as TrustedSide)}
                    onValueChange={onChange}
                    options={offered.map((truth) => ({
                      value: truth,
                      label: settleButtonLabels(difference)[truth],
                      help: effectOf(difference, truth),
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

function DisableHereToo({ difference, onClose }: Props) {
  const { cardUuid, ledgerCents, currency, last4 } = difference;
  return (
    <ConfirmDialog
      onClose={onClose}
      title={titleOf(difference)}
      consequence={
        <>
          It was disabled in the shop, which can't be undone there.{" "}
          <b className="font-semibold text-ink">
            {formatMoney(ledgerCents, currency)} of balance becomes unusable here as well.
          </b>{" "}
          Leave it as it is to have it spent here only.
        </>
      }
      proof={last4}
      verb="Disable here too"
      send={(_, key) =>
        post("/api/portal/platform/settle", { cardUuid, truth: "platform" as const }, key)
      }
      refresh={settleRefreshKeys(difference)}
      toast={() => `Card ending in ${last4} disabled`}
    />
  );
}
