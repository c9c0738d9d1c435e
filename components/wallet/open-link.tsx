"use client";

import { useMutation } from "@tanstack/react-query";
import { LinkIcon, MailX } from "lucide-react";
import Link from "next/link";
import { ApiError, post } from "@/components/api";
import { Button } from "@/components/ui/button";
import { RequestFailure } from "@/components/ui/request-failure";
import { EmptyState } from "@/components/ui/states";
import { Heading } from "./heading";
import { useTakenToken } from "./use-link-token";

const isGone = (error: unknown) =>
  error instanceof ApiError && error.fields.some(({ path }) => path === "token");

/**
 * Uses an emailed link only on a button press, because mail scanners open links. Then does a full
 * page load, so that no data of another wallet remains.
 */
export function OpenLink() {
  const token = useTakenToken();
  const open = useMutation({
    mutationFn: () => post("/api/wallet/open", { token: token ?? "" }),
    onSuccess: ({ cardUuid }) =>
      window.location.assign(cardUuid ? `/wallet/cards/${cardUuid}` : "/wallet"),
  });

  if (token === "" || isGone(open.error)) return <Gone />;
  return (
    <>
      <Heading
        title="Open your wallet"
        purpose="One more tap, so that only you use this link, and not a program that looks through mail."
      />
      <RequestFailure error={open.error} />
      <Button
        variant="primary"
        disabled={token === null}
        busy={open.isPending || open.isSuccess}
        onClick={() => open.mutate()}
        size="lg"
        className="w-full"
      >
        <LinkIcon aria-hidden />
        Open on this device
      </Button>
    </>
  );
}

const Gone = () => (
  <>
    <h1 className="sr-only">Open your wallet</h1>
    <EmptyState
      icon={<MailX aria-hidden />}
      title="This link no longer works"
      text="It was used before, or its time is over. Your cards are safe: have another link mailed."
    >
      <Button asChild variant="primary" size="lg">
        <Link href="/wallet/sign-in">Mail me another link</Link>
      </Button>
    </EmptyState>
  </>
);
