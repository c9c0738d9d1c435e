"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { MailCheck } from "lucide-react";
import { useState } from "react";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { post } from "@/components/api";
import { useHydrated, useSubmit } from "@/components/forms";
import { Button } from "@/components/ui/button";
import { RequestFailure } from "@/components/ui/request-failure";
import { TextField } from "@/components/ui/text-field";
import { Heading } from "./heading";

const Typed = z.object({ email: z.email("Enter an e-mail address, such as you@example.com.") });

/** Has a link mailed that opens the wallet. `knownEmail` is whose one card is open here already. */
export function SignInForm({ knownEmail }: { knownEmail: string | null }) {
  const hydrated = useHydrated();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useForm({
    resolver: zodResolver(Typed),
    defaultValues: { email: knownEmail ?? "" },
  });
  const { errors, isSubmitting } = form.formState;
  const { submit, failure } = useSubmit(form, async ({ email }) => {
    await post("/api/wallet/sign-in", { email });
    setSentTo(email);
  });

  if (sentTo) return <Sent to={sentTo} onAgain={() => setSentTo(null)} />;
  return (
    <>
      <Heading
        title="Open your wallet"
        purpose="All your gift cards and store credit in one place. We mail you a link; there is no password."
      />
      <form method="post" noValidate onSubmit={submit} className="grid gap-5">
        {failure && <RequestFailure error={failure} />}
        <TextField
          label="E-mail address"
          help="The one your cards were sent to. New here? Any address of yours will do."
          error={errors.email?.message}
          type="email"
          autoComplete="email"
          inputMode="email"
          {...form.register("email")}
        />
        <Button
          type="submit"
          variant="primary"
          disabled={!hydrated}
          busy={isSubmitting}
          className="w-full md:h-11"
        >
          Mail me the link
        </Button>
      </form>
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
    <Button onClick={onAgain} className="mt-6 w-full md:h-11">
      Use another address
    </Button>
  </div>
);
