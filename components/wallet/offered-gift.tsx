"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Gift, MailX } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { ApiError, post } from "@/components/api";
import { CardDrawing } from "@/components/cards/card-parts";
import { formatMoney } from "@/components/money";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { RequestFailure } from "@/components/ui/request-failure";
import { EmptyState, ErrorState, Skeletons } from "@/components/ui/states";
import { AskDialog } from "./ask-dialog";
import { Heading } from "./heading";
import type { OfferedGift as Offered } from "./types";
import { useTakenToken } from "./use-link-token";
import { dayHere } from "./words";

const isGone = (error: unknown) =>
  error instanceof ApiError && error.fields.some(({ path }) => path === "token");

/**
 * A gift opened from its link: sender, amount, and buttons to accept or decline it. `openFor` is
 * the email of the wallet open in this browser, which accepting may replace.
 */
export function OfferedGift({ openFor }: { openFor: string | null }) {
  const token = useTakenToken();
  const gift = useQuery({
    queryKey: ["gift", token],
    queryFn: () => post("/api/wallet/gifts/read", { token: token ?? "" }),
    enabled: Boolean(token),
    refetchOnWindowFocus: false,
  });
  if (token === "" || isGone(gift.error)) return <Gone />;
  if (gift.isError) {
    return (
      <>
        <h1 className="sr-only">A gift for you</h1>
        <ErrorState query={gift} what="The gift" />
      </>
    );
  }
  if (!token || !gift.data) return <Loading />;
  if (gift.data.status !== "pending") return <Settled gift={gift.data} />;
  return <Offer gift={gift.data} token={token} openFor={openFor} />;
}

/** Accepts or declines the gift. Refetches it if it was settled in the meantime. */
function useAnswers(token: string) {
  const client = useQueryClient();
  const onError = (error: Error) =>
    isSettled(error) ? client.invalidateQueries({ queryKey: ["gift", token] }) : undefined;
  const accept = useMutation({
    mutationFn: () => post("/api/wallet/gifts/accept", { token }),
    onSuccess: ({ cardUuid }) => window.location.assign(`/wallet/cards/${cardUuid}`),
    onError,
  });
  const decline = useMutation({
    mutationFn: () => post("/api/wallet/gifts/decline", { token }),
    onError,
  });
  return { accept, decline };
}

const isSettled = (error: unknown) => error instanceof ApiError && error.code === "gift_settled";

/** The error to show. A settled gift isn't an error, because the refetched gift shows its state. */
const shownOf = (error: unknown): ApiError | null =>
  error instanceof ApiError && !isSettled(error) ? error : null;

type OfferProps = { gift: Offered; token: string; openFor: string | null };

function Offer({ gift, token, openFor }: OfferProps) {
  const { accept, decline } = useAnswers(token);
  const [asks, setAsks] = useState(false);
  if (decline.isSuccess) return <Settled gift={{ ...gift, status: "declined" }} />;
  const isOther = openFor !== null && openFor !== gift.recipientEmail;
  const busy = accept.isPending || accept.isSuccess || decline.isPending;
  const failure = shownOf(accept.error);
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
          word="Waiting for you"
        />
      </div>
      {gift.message && (
        <blockquote className="border-l-2 border-accent pl-4 whitespace-pre-line wrap-anywhere">
          {gift.message}
        </blockquote>
      )}
      {isOther && <OtherWallet openFor={openFor} recipient={gift.recipientEmail} />}
      <RequestFailure error={failure} />
      <div className="grid gap-3">
        <Button
          variant="primary"
          disabled={busy}
          busy={accept.isPending || accept.isSuccess}
          onClick={() => accept.mutate()}
          size="lg"
          className="w-full"
        >
          {isOther ? "Accept, and open their wallet here" : "Accept the gift"}
        </Button>
        {isOther && (
          <Button asChild size="lg" className="w-full">
            <Link href="/wallet">Keep my wallet open, and accept nothing</Link>
          </Button>
        )}
        <Button disabled={busy} onClick={() => setAsks(true)} size="lg" className="w-full">
          Decline, and send it back
        </Button>
      </div>
      <p className="text-muted">
        It waits until {dayHere(gift.expiresAt)}, then goes back to its sender.
      </p>
      {asks && (
        <AskDialog
          title="Decline the gift?"
          consequence={`${formatMoney(gift.amountCents, gift.currency)} goes back to ${gift.senderEmail}. You can't accept it afterwards.`}
          verb="Decline it"
          keep="Not now"
          busy={decline.isPending}
          error={shownOf(decline.error)}
          onConfirm={() => decline.mutate()}
          onClose={() => setAsks(false)}
        />
      )}
    </>
  );
}

const OtherWallet = ({ openFor, recipient }: { openFor: string | null; recipient: string }) => (
  <Notice tone="attention">
    <span className="wrap-anywhere">
      You are signed in as {openFor}; this gift is for {recipient}. Accepting opens their wallet
      here instead.
    </span>
  </Notice>
);

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
          <Button asChild variant="primary" size="lg">
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
    <Skeletons
      label="Loading the gift"
      bars={["aspect-[1.586] w-full max-w-sm rounded-lg", "h-11 w-full"]}
      className="grid justify-items-center gap-4"
    />
  </>
);
