"use client";

import { useState } from "react";
import { ApiError } from "@/components/api";
import { formatMoney } from "@/components/money";
import { toast } from "@/components/toast";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { Fact, Facts } from "@/components/ui/facts";
import { Money } from "@/components/ui/money";
import { RadioGroup } from "@/components/ui/radio-group";
import { RequestFailure } from "@/components/ui/request-failure";
import { effectOf, shopCents, titleOf, verbs } from "./settlements";
import type { Difference, Truth } from "./types";
import { useSettle } from "./use-settle";
import { causeWords } from "./words";

type Props = { difference: Difference; shop: string; onClose: () => void };

/** Settles a difference by one side or the other, once it was said what that does to the money. */
export function SettleDialog(props: Props) {
  return props.difference.cause === "disabled_there" ? (
    <DisableHereToo {...props} />
  ) : (
    <ChooseTruth {...props} />
  );
}

function ChooseTruth({ difference, shop, onClose }: Props) {
  const { cause, ledgerCents, currency, remedies } = difference;
  const theirCents = shopCents(difference);
  const truths = remedies.filter((remedy) => remedy !== "retry");
  const [only] = truths;
  const [truth, setTruth] = useState<Truth | null>(truths.length === 1 ? (only ?? null) : null);
  const [asked, setAsked] = useState(false);
  const settle = useSettle(difference, () => {
    toast("Difference settled");
    onClose();
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={titleOf(difference)}
      description={causeWords[cause].why}
    >
      <form
        method="post"
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          setAsked(true);
          if (truth) settle.mutate(truth);
        }}
      >
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
        {truths.length > 1 ? (
          <RadioGroup
            label="What is right"
            className="sm:grid-cols-1"
            value={truth ?? ("" as Truth)}
            onValueChange={setTruth}
            options={truths.map((value) => ({
              value,
              label: verbs(difference)[value],
              help: effectOf(difference, value),
            }))}
          />
        ) : (
          only && <p>{effectOf(difference, only)}</p>
        )}
        {asked && truth === null && (
          <p role="alert" className="text-sm text-danger">
            Choose which side is right.
          </p>
        )}
        {settle.error instanceof ApiError && <RequestFailure error={settle.error} />}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={settle.isPending}>
            {truth ? verbs(difference)[truth] : "Settle"}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function DisableHereToo({ difference, onClose }: Props) {
  const { ledgerCents, currency, last4 } = difference;
  const settle = useSettle(difference, () => {
    toast(`Card ending in ${last4} disabled`);
    onClose();
  });
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
      proofLabel="Type the last four of its code:"
      verb="Disable here too"
      busy={settle.isPending}
      error={settle.error instanceof ApiError ? settle.error : null}
      onConfirm={() => settle.mutate("platform")}
    />
  );
}
