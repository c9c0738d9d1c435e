"use client";

import { useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useState } from "react";
import * as z from "zod/mini";
import { ApiError, post, type ReplyOf } from "@/components/api";
import { FormText } from "@/components/form-text";
import { formatMoney } from "@/components/money";
import { SchemaForm } from "@/components/submit-form";
import { CodeField } from "./fields";
import { Heading } from "./heading";
import { expiryOf, frozenWords, heldWords } from "./words";

type FormProps = {
  verb: string;
  send: (typed: { code: string; pin?: string }) => Promise<void>;
  /** The error text for the code field, or undefined if the error isn't about the code. */
  problemOf: (error: ApiError) => string | undefined;
};

/** Form with the code of a card, and the PIN that some cards have. */
const CodeForm = ({ verb, send, problemOf }: FormProps) => (
  <SchemaForm
    schema={z.object({
      code: z.string().check(z.trim(), z.minLength(1, "Enter the code.")),
      pin: z.string().check(z.trim()),
    })}
    defaults={{ code: "", pin: "" }}
    verb={verb}
    size="lg"
    send={({ code, pin }) => send({ code, ...(pin && { pin }) })}
    problemOf={(error) => {
      const message = error instanceof ApiError ? problemOf(error) : undefined;
      return message === undefined ? undefined : { field: "code", message };
    }}
  >
    {(form) => (
      <>
        <CodeField form={form} name="code" />
        <FormText
          form={form}
          name="pin"
          label="PIN"
          help="Only if the card has one."
          className="font-mono"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
        />
      </>
    )}
  </SchemaForm>
);

const claimProblems: Record<string, string> = {
  not_found:
    "No card has this code. Compare it with the card, letter by letter. If the card has a PIN, type that too.",
  card_not_active: "This card isn't active. The store it comes from can tell why.",
  card_already_claimed: "This card is in somebody else's wallet already.",
};

export function ClaimForm() {
  const router = useRouter();
  const client = useQueryClient();
  const claim = async (typed: { code: string; pin?: string }) => {
    const card = await post("/api/wallet/claim", typed);
    await client.invalidateQueries({ queryKey: ["wallet"] });
    router.push(`/wallet/cards/${card.uuid}`);
  };
  return (
    <>
      <Heading
        title="Add a card"
        purpose="Type the code of a card you hold. It is then yours in this wallet, and nobody else can add it."
        parent={{ href: "/wallet", label: "Your cards" }}
      />
      <CodeForm
        verb="Add to my wallet"
        send={claim}
        problemOf={({ code }) => claimProblems[code]}
      />
    </>
  );
}

const unknownCode =
  "No card is found by this code. Compare it with the card. If the card has a PIN, type that too. For some cards, only the store can tell the balance.";

/** Shows the balance for a card code. The code is sent in the request body, never in the URL. */
export function BalanceForm({ store }: { store: string }) {
  const [checked, setChecked] = useState<CheckedBalance | null>(null);
  const check = async (typed: { code: string; pin?: string }) => {
    setChecked(null);
    setChecked(await post("/api/wallet/balance", { store, ...typed }));
  };
  return (
    <>
      <Heading title="Check a balance" purpose="See what is left on a gift card of this store." />
      <CodeForm
        verb="Show the balance"
        send={check}
        problemOf={({ status }) => (status === 404 ? unknownCode : undefined)}
      />
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

type CheckedBalance = ReplyOf<"/api/wallet/balance", "POST">;

const states: Record<CheckedBalance["status"], string | null> = {
  active: null,
  inactive: "This card is not active yet.",
  disabled: "This card was disabled by the store.",
};

const Balance = ({ checked }: { checked: CheckedBalance }) => (
  <div className="rounded-lg border bg-surface p-5">
    <p className="text-muted">{checked.storeName}</p>
    <p className="mt-1 text-2xl font-semibold tracking-tight tabular-nums">
      {formatMoney(checked.balanceCents, checked.currency)}
    </p>
    {heldWords(checked) && <p className="mt-1">{heldWords(checked)}</p>}
    <p className="mt-1 text-muted">
      {states[checked.status] ??
        (checked.frozen ? frozenWords : expiryOf({ expiresOn: checked.expiresOn }))}
    </p>
  </div>
);
