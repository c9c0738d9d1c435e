"use client";

import { useMutation } from "@tanstack/react-query";
import { LinkIcon, MailX } from "lucide-react";
import Link from "next/link";
import { openPage, post, refusesField } from "@/components/api";
import { takeToken, useLinkToken } from "@/components/link-token";
import { Button } from "@/components/ui/button";
import { RequestFailure } from "@/components/ui/request-failure";
import { EmptyState } from "@/components/ui/states";
import { Heading } from "./heading";

/** Uses an emailed link only on a button press, because mail scanners open links. */
export function OpenLink() {
  const token = useLinkToken(takeToken);
  const open = useMutation({
    mutationFn: async () => {
      const { cardUuid } = await post("/api/wallet/open", { token: token ?? "" });
      return openPage(cardUuid ? `/wallet/cards/${cardUuid}` : "/wallet");
    },
  });

  if (token === "" || refusesField(open.error, "token")) return <Gone />;
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
        busy={open.isPending}
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
