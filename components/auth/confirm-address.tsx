"use client";

import { refusesField } from "@/components/api";
import { useLinkToken } from "@/components/link-token";
import { usePost } from "@/components/queries";
import { Button } from "@/components/ui/button";
import { RequestFailure } from "@/components/ui/request-failure";
import { AuthLink, AuthMessage } from "./auth-form";

const next = { href: "/overview", label: "Go to your store" };

/** Confirms the email address that the link was emailed to, on click rather than on load. */
export function ConfirmAddress() {
  const token = useLinkToken();
  const confirm = usePost("/api/portal/address/confirm");
  if (confirm.isSuccess) {
    return (
      <AuthMessage
        title="Your address is confirmed"
        text="Your store can now email customers, and you can invite people, create every API key and turn on two-step sign-in."
        next={next}
      />
    );
  }
  if (token === "" || refusesField(confirm.error, "token")) {
    return (
      <AuthMessage
        title="This link no longer works"
        text="It was already used, it expired after 7 days, or a newer link replaced it."
        next={next}
      >
        <p className="mt-6 text-muted">
          Not confirmed yet? <AuthLink href="/forgot-password">Reset your password</AuthLink>: the
          link we send also confirms your email.
        </p>
      </AuthMessage>
    );
  }
  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight">Confirm your address</h1>
      <p className="mt-1 text-muted">
        Only if it was you who signed up to Scrip. If it was somebody else,{" "}
        <AuthLink href="/forgot-password">choose a new password</AuthLink> instead: the account of
        your address is yours.
      </p>
      <div className="mt-8 grid gap-5">
        <RequestFailure error={confirm.error} />
        <Button
          variant="primary"
          className="w-full"
          disabled={token === null}
          busy={confirm.isPending}
          onClick={() => token && confirm.mutate({ token })}
        >
          It was me: confirm
        </Button>
      </div>
    </>
  );
}
