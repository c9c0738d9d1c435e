"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { Gift, MailX } from "lucide-react";
import Link from "next/link";
import { ApiError, post } from "@/components/api";
import { CardDrawing } from "@/components/cards/card-drawing";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { RequestFailure } from "@/components/ui/request-failure";
import { Skeleton } from "@/components/ui/skeleton";
import { Heading } from "./heading";
import type { OfferedGift as Offered } from "./types";
import { useTakenToken } from "./use-link-token";
import { dayHere } from "./words";

const isGone = (error: unknown) =>
  error instanceof ApiError && error.fields.some(({ path }) => path === "token");

/** What a gift's link opens: from whom, how much, and the way to take or decline it. */
export function OfferedGift() {
  const token = useTakenToken();
  const gift = useQuery({
    queryKey: ["gift", token],
    queryFn: () => post<Offered>("/api/wallet/gifts/read", { token }),
    enabled: Boolean(token),
    refetchOnWindowFocus: false,
  });
  if (token === "" || isGone(gift.error)) return <Gone />;
  if (gift.isError) {
    return (
      <>
        <h1 className="sr-only">A gift for you</h1>
        <ErrorState error={gift.error} what="The gift" onRetry={() => void gift.refetch()} />
      </>
    );
  }
  if (!token || !gift.data) return <Loading />;
  if (gift.data.status !== "pending") return <Settled gift={gift.data} />;
  return <Offer gift={gift.data} token={token} />;
}

function Offer({ gift, token }: { gift: Offered; token: string }) {
  const accept = useMutation({
    mutationFn: () => post<{ cardUuid: string }>("/api/wallet/gifts/accept", { token }),
    onSuccess: ({ cardUuid }) => window.location.assign(`/wallet/cards/${cardUuid}`),
  });
  const decline = useMutation({
    mutationFn: () => post("/api/wallet/gifts/decline", { token }),
  });
  if (decline.isSuccess) return <Settled gift={{ ...gift, status: "declined" }} />;
  const busy = accept.isPending || accept.isSuccess || decline.isPending;
  const failure = accept.error ?? decline.error;
  return (
    <>
      <Heading
        title="A gift for you"
        purpose={
          <>
            From <b className="font-medium wrap-anywhere text-ink">{gift.senderEmail}</b>, to{" "}
            <span className="wrap-anywhere">{gift.recipientEmail}</span>
          </>
        }
      />
      <div className="grid justify-items-center">
        <CardDrawing
          storeName={gift.storeName}
          code="•••• •••• •••• ••••"
          amountCents={gift.amountCents}
          currency={gift.currency}
          status="active"
        />
      </div>
      {gift.message && (
        <blockquote className="border-l-2 border-accent pl-4 whitespace-pre-line wrap-anywhere">
          {gift.message}
        </blockquote>
      )}
      {failure instanceof ApiError && <RequestFailure error={failure} />}
      <div className="grid gap-3">
        <Button
          variant="primary"
          disabled={busy}
          busy={accept.isPending || accept.isSuccess}
          onClick={() => accept.mutate()}
          className="w-full md:h-11"
        >
          Accept the gift
        </Button>
        <Button
          disabled={busy}
          busy={decline.isPending}
          onClick={() => decline.mutate()}
          className="w-full md:h-11"
        >
          Decline, and send it back
        </Button>
      </div>
      <p className="text-muted">
        It waits until {dayHere(gift.expiresAt)}, then goes back to its sender.
      </p>
    </>
  );
}

const endings: Record<Exclude<Offered["status"], "pending">, [title: string, text: string]> = {
  accepted: ["This gift was accepted", "Sign in with the address it was sent to, to see its card."],
  declined: ["You declined this gift", "Its money went back to who sent it."],
  cancelled: ["This gift was taken back", "Its sender took it back before it was accepted."],
  expired: ["This gift went back", "Nobody accepted it within 30 days."],
};

function Settled({ gift }: { gift: Offered }) {
  const [title, text] = gift.status === "pending" ? ["", ""] : endings[gift.status];
  return (
    <>
      <h1 className="sr-only">A gift for you</h1>
      <EmptyState icon={<Gift aria-hidden />} title={title} text={text}>
        {gift.status === "accepted" && (
          <Button asChild variant="primary" className="md:h-11">
            <Link href="/wallet">Open your wallet</Link>
          </Button>
        )}
      </EmptyState>
    </>
  );
}

const Gone = () => (
  <>
    <h1 className="sr-only">A gift for you</h1>
    <EmptyState
      icon={<MailX aria-hidden />}
      title="This link no longer works"
      text="Its 30 days are over, or it was cut on its way here. Open it from the mail itself."
    />
  </>
);

const Loading = () => (
  <>
    <Heading title="A gift for you" />
    <div role="status" aria-label="Loading the gift" className="grid justify-items-center gap-4">
      <Skeleton className="aspect-[1.586] w-full max-w-sm rounded-lg" />
      <Skeleton className="h-11 w-full" />
    </div>
  </>
);
