"use client";

import { MailCheck } from "lucide-react";
import { useState } from "react";
import * as z from "zod/mini";
import { post } from "@/components/api";
import { typedEmail } from "@/components/form-schemas";
import { FormText } from "@/components/form-text";
import { SchemaForm } from "@/components/submit-form";
import { Button } from "@/components/ui/button";
import { Heading } from "./heading";

/** Emails a sign-in link. `knownEmail` is the owner's email if a single-card session is open. */
export function SignInForm({ knownEmail }: { knownEmail: string | null }) {
  const [sentTo, setSentTo] = useState<string | null>(null);
  if (sentTo) return <Sent to={sentTo} onAgain={() => setSentTo(null)} />;
  return (
    <>
      <Heading
        title="Open your wallet"
        purpose="All your gift cards and store credit in one place. We mail you a link; there is no password."
      />
      <SchemaForm
        schema={z.object({ email: typedEmail })}
        defaults={{ email: knownEmail ?? "" }}
        verb="Mail me the link"
        size="lg"
        send={async ({ email }) => {
          await post("/api/wallet/sign-in", { email });
          setSentTo(email);
        }}
      >
        {(form) => (
          <FormText
            form={form}
            name="email"
            label="E-mail address"
            help="The one your cards were sent to. New here? Any address of yours will do."
            type="email"
            autoComplete="email"
            inputMode="email"
          />
        )}
      </SchemaForm>
    </>
  );
}

const Sent = ({ to, onAgain }: { to: string; onAgain: () => void }) => (
  <div role="status">
    <MailCheck className="size-8 text-accent-text" aria-hidden />
    <h1 className="mt-4 text-2xl font-semibold tracking-tight">Check your mail</h1>
    <p className="mt-2 text-muted">
      A link is on its way to <b className="font-semibold break-all text-ink">{to}</b>. It works
      once, for ten minutes. Open it on the device where you want your wallet.
    </p>
    <Button onClick={onAgain} size="lg" className="mt-6 w-full">
      Use another address
    </Button>
  </div>
);
