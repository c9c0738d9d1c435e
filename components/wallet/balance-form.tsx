"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import Link from "next/link";
import { useState } from "react";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { ApiError, post } from "@/components/api";
import { useHydrated, useSubmit } from "@/components/forms";
import { formatMoney } from "@/components/money";
import { Button } from "@/components/ui/button";
import { RequestFailure } from "@/components/ui/request-failure";
import { onDate } from "@/components/ui/time";
import { CodeField } from "./code-field";
import { Heading } from "./heading";
import type { CheckedBalance } from "./types";

const Typed = z.object({ code: z.string().check(z.trim(), z.minLength(1, "Enter the code.")) });

const states: Record<CheckedBalance["status"], string | null> = {
  active: null,
  inactive: "This card is not active yet.",
  disabled: "This card was disabled by the store.",
};

/** Tells whoever holds a card what is on it. The code goes into the request's body, never the URL. */
export function BalanceForm({ store }: { store: string }) {
  const hydrated = useHydrated();
  const [checked, setChecked] = useState<CheckedBalance | null>(null);
  const form = useForm({ resolver: zodResolver(Typed), defaultValues: { code: "" } });
  const { errors, isSubmitting } = form.formState;
  const { submit, failure } = useSubmit(form, async ({ code }) => {
    setChecked(null);
    try {
      setChecked(await post<CheckedBalance>("/api/wallet/balance", { store, code }));
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 404) throw error;
      const message = "This store has no card with this code. Compare it with the card.";
      form.setError("code", { message }, { shouldFocus: true });
    }
  });
  return (
    <>
      <Heading title="Check a balance" purpose="See what is left on a gift card of this store." />
      <form method="post" noValidate onSubmit={submit} className="grid gap-5">
        {failure && <RequestFailure error={failure} />}
        <CodeField error={errors.code?.message} {...form.register("code")} />
        <Button
          type="submit"
          variant="primary"
          disabled={!hydrated}
          busy={isSubmitting}
          className="w-full md:h-11"
        >
          Show the balance
        </Button>
      </form>
      <div role="status">{checked && <Balance checked={checked} />}</div>
      <p className="text-muted">
        Keep it in{" "}
        <Link href="/wallet" className="font-medium text-accent-text underline underline-offset-4">
          your wallet
        </Link>{" "}
        to see its history and have it with you.
      </p>
    </>
  );
}

const Balance = ({ checked }: { checked: CheckedBalance }) => (
  <div className="rounded-lg border bg-surface p-5">
    <p className="text-muted">{checked.storeName}</p>
    <p className="mt-1 text-2xl font-semibold tracking-tight tabular-nums">
      {formatMoney(checked.balanceCents, checked.currency)}
    </p>
    <p className="mt-1 text-muted">
      {states[checked.status] ??
        (checked.expiresOn ? `Spend by ${onDate(checked.expiresOn)}` : "Never expires")}
    </p>
  </div>
);
