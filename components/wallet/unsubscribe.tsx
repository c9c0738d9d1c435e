"use client";

import { useMutation } from "@tanstack/react-query";
import { MailCheck, MailX } from "lucide-react";
import { refusalOf, unreachable } from "@/components/api";
import { Button } from "@/components/ui/button";
import { RequestFailure } from "@/components/ui/request-failure";
import { EmptyState } from "@/components/ui/states";
import { Heading } from "./heading";

type Props = {
  token: string;
  /** Null if the link is not valid. */
  storeName: string | null;
};

/** Stops a store's email on a button press, because mail scanners open links. */
export function Unsubscribe({ token, storeName }: Props) {
  const stop = useMutation({ mutationFn: () => stopEmail(token) });
  if (storeName === null) return <InvalidLink />;
  if (stop.isSuccess) {
    return (
      <div role="status">
        <h1 className="sr-only">Stop email</h1>
        <EmptyState
          icon={<MailCheck aria-hidden />}
          title={`No more email from ${storeName}`}
          text="Your cards and their balances stay in your wallet. Sign-in links still reach you."
        />
      </div>
    );
  }
  return (
    <>
      <Heading
        title={`Stop email from ${storeName}?`}
        purpose="You won't get email about gift cards, gifts or store credit from this store. Your cards keep working."
      />
      <RequestFailure error={stop.error} />
      <Button
        variant="primary"
        busy={stop.isPending}
        onClick={() => stop.mutate()}
        size="lg"
        className="w-full"
      >
        <MailX aria-hidden />
        Stop email
      </Button>
    </>
  );
}

const InvalidLink = () => (
  <>
    <h1 className="sr-only">Stop email</h1>
    <EmptyState
      icon={<MailX aria-hidden />}
      title="This link doesn't work"
      text="It may be cut off. Open the link in the email again."
    />
  </>
);

async function stopEmail(token: string): Promise<void> {
  const response = await fetch(`/api/unsubscribe/${encodeURIComponent(token)}`, {
    method: "POST",
  }).catch(() => {
    throw unreachable();
  });
  if (!response.ok) throw refusalOf(response.status, await response.json().catch(() => null));
}
