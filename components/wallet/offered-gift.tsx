"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Gift, MailX } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { ApiError, openPage, post, type ReplyOf, refusesField } from "@/components/api";
import { CardDrawing } from "@/components/cards/card-drawing";
import { ConfirmDialog } from "@/components/confirm-dialog";
import { takeToken, useLinkToken } from "@/components/link-token";
import { pageLocale } from "@/components/locale";
import { formatMoney } from "@/components/money";
import { useAction, useRefresh } from "@/components/queries";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { RequestFailure } from "@/components/ui/request-failure";
import { EmptyState, Loaded, Skeletons } from "@/components/ui/states";
import { Heading } from "./heading";

type OfferedGiftReply = ReplyOf<"/api/wallet/gifts/read", "POST">;
type Status = OfferedGiftReply["status"];

/**
 * A gift opened from its link: sender, amount, and buttons to accept or decline it. `openFor` is
 * the email of the wallet open in this browser, which accepting may replace.
 */
export function OfferedGift({ openFor }: { openFor: string | null }) {
  const token = useLinkToken(takeToken);
  const query = useQuery({
    queryKey: ["gift", token],
    queryFn: () => post("/api/wallet/gifts/read", { token: token ?? "" }),
    enabled: Boolean(token),
    refetchOnWindowFocus: false,
  });
  if (token === "" || refusesField(query.error, "token")) return <Gone />;
  return (
    <>
      {query.isLoadingError && <h1 className="sr-only">A gift for you</h1>}
      <Loaded query={query} loading={<Loading />}>
        {(gift) =>
          gift.status === "pending" ? (
            <Offer gift={gift} token={token ?? ""} openFor={openFor} />
          ) : (
            <Settled status={gift.status} />
          )
        }
      </Loaded>
    </>
  );
}

type OfferProps = { gift: OfferedGiftReply; token: string; openFor: string | null };

function Offer({ gift, token, openFor }: OfferProps) {
  const isOther = openFor !== null && openFor !== gift.recipientEmail;
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
          word="Waiting for you"
          active
        />
      </div>
      {gift.message && (
        <blockquote className="border-l-2 border-accent pl-4 whitespace-pre-line wrap-anywhere">
          {gift.message}
        </blockquote>
      )}
      {isOther && (
        <Notice tone="attention">
          <span className="wrap-anywhere">
            You are signed in as {openFor}; this gift is for {gift.recipientEmail}. Accepting opens
            their wallet here instead.
          </span>
        </Notice>
      )}
      <Answers gift={gift} token={token} isOther={isOther} />
      <p className="text-muted">
        It waits until {formatLocalDay(gift.expiresAt)}, then goes back to its sender.
      </p>
    </>
  );
}

type AnswerProps = Omit<OfferProps, "openFor"> & { isOther: boolean };

function Answers({ gift, token, isOther }: AnswerProps) {
  const client = useQueryClient();
  const refresh = useRefresh();
  const [asks, setAsks] = useState(false);
  const queryKey = ["gift", token];
  // If the gift was settled in the meantime, the page shows that instead of the error.
  const failed = (error: Error) =>
    error instanceof ApiError && error.code === "gift_settled" && refresh(queryKey);
  const accept = useAction({
    send: async () => {
      const { cardUuid } = await post("/api/wallet/gifts/accept", { token });
      return openPage(`/wallet/cards/${cardUuid}`);
    },
    failed,
  });
  return (
    <>
      <RequestFailure error={accept.error} />
      <div className="grid gap-3">
        <Button
          variant="primary"
          busy={accept.isPending}
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
        <Button
          disabled={accept.isPending}
          onClick={() => setAsks(true)}
          size="lg"
          className="w-full"
        >
          Decline, and send it back
        </Button>
      </div>
      {asks && (
        <ConfirmDialog
          title="Decline the gift?"
          consequence={`${formatMoney(gift.amountCents, gift.currency)} goes back to ${gift.senderEmail}. You can't accept it afterwards.`}
          verb="Decline it"
          keep="Not now"
          size="lg"
          send={() => post("/api/wallet/gifts/decline", { token })}
          done={() => client.setQueryData(queryKey, { ...gift, status: "declined" })}
          failed={failed}
          onClose={() => setAsks(false)}
        />
      )}
    </>
  );
}

/** Formats a timestamp's day in the user's time zone. */
const formatLocalDay = (at: string): string =>
  new Intl.DateTimeFormat(pageLocale(), { dateStyle: "medium" }).format(new Date(at));

const endings: Record<Exclude<Status, "pending">, { title: string; text: string }> = {
  accepted: {
    title: "This gift was accepted",
    text: "Sign in with the address it was sent to, to see its card.",
  },
  declined: { title: "You declined this gift", text: "Its money went back to who sent it." },
  cancelled: {
    title: "This gift was taken back",
    text: "Its sender took it back before it was accepted.",
  },
  expired: { title: "This gift went back", text: "Nobody accepted it within 30 days." },
};

const Settled = ({ status }: { status: keyof typeof endings }) => (
  <>
    <h1 className="sr-only">A gift for you</h1>
    <EmptyState icon={<Gift aria-hidden />} {...endings[status]}>
      {status === "accepted" && (
        <Button asChild variant="primary" size="lg">
          <Link href="/wallet">Open your wallet</Link>
        </Button>
      )}
    </EmptyState>
  </>
);

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
      bars={["aspect-[1.586] w-full max-w-sm rounded-lg", "h-11 w-full"]}
      className="grid justify-items-center gap-4"
    />
  </>
);
