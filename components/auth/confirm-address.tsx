"use client";

import Link from "next/link";
import { ApiError } from "@/components/api";
import { usePost } from "@/components/queries";
import { Button } from "@/components/ui/button";
import { RequestFailure } from "@/components/ui/request-failure";
import { linkClasses } from "./link";
import { useLinkToken } from "./use-link-token";

const isGone = (error: unknown) =>
  error instanceof ApiError && error.fields.some(({ path }) => path.endsWith("token"));

/** Confirms the email address that the link was mailed to, on click rather than on load. */
export function ConfirmAddress() {
  const token = useLinkToken();
  const confirm = usePost("/api/portal/address/confirm");
  if (confirm.isSuccess) return <Done />;
  if (token === "" || isGone(confirm.error)) return <Gone />;
  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight">Confirm your address</h1>
      <p className="mt-1 text-muted">
        Only if it was you who signed up to Scrip. If it was somebody else,{" "}
        <Link href="/forgot-password" className={linkClasses}>
          choose a new password
        </Link>{" "}
        instead: the account of your address is yours.
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

const Done = () => (
  <div role="status">
    <h1 className="text-2xl font-semibold tracking-tight">Your address is confirmed</h1>
    <p className="mt-2 text-muted">You can now protect your account with two-step sign-in.</p>
    <Button asChild variant="primary" className="mt-6 w-full">
      <a href="/overview">Go to your store</a>
    </Button>
  </div>
);

const Gone = () => (
  <div role="status">
    <h1 className="text-2xl font-semibold tracking-tight">This link no longer works</h1>
    <p className="mt-2 text-muted">
      It was used, has expired after seven days, or a later one took its place. While your address
      is not confirmed, each page of the portal offers another one.
    </p>
    <Button asChild variant="primary" className="mt-6 w-full">
      <a href="/overview">Go to your store</a>
    </Button>
  </div>
);
