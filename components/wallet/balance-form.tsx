"use client";

import Link from "next/link";
import { useState } from "react";
import { ApiError, post } from "@/components/api";
import { formatMoney } from "@/components/money";
import { onDate } from "@/components/ui/format";
import { CodeForm } from "./code-form";
import { Heading } from "./heading";
import type { CheckedBalance } from "./types";

const states: Record<CheckedBalance["status"], string | null> = {
  active: null,
  inactive: "This card is not active yet.",
  disabled: "This card was disabled by the store.",
};

const problemOf = (error: unknown) =>
  error instanceof ApiError && error.status === 404
    ? "No card is found by this code. Compare it with the card; the store itself tells the balance of codes shorter than 12 characters."
    : undefined;

/** Shows the balance for a card code. The code is sent in the request body, never in the URL. */
export function BalanceForm({ store }: { store: string }) {
  const [checked, setChecked] = useState<CheckedBalance | null>(null);
  const check = async (code: string) => {
    setChecked(null);
    setChecked(await post("/api/wallet/balance", { store, code }));
  };
  return (
    <>
      <Heading title="Check a balance" purpose="See what is left on a gift card of this store." />
      <CodeForm verb="Show the balance" act={check} problemOf={problemOf} />
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
