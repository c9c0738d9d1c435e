"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Gift, MailX } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { openPage, post, type ReplyOf, refusesField } from "@/components/kit/api/api";
import { takeToken, useLinkToken } from "@/components/kit/api/link-token";
import { useAction } from "@/components/kit/api/queries";
import { ConfirmDialog } from "@/components/kit/dialog/confirm-dialog";
import { pageLocale } from "@/components/kit/locale/locale";
import { formatMoney } from "@/components/kit/money/money";
import { buttonColors } from "@/components/kit/store/brand";
import { StoreContact } from "@/components/kit/store/store-contact";
import { Button } from "@/components/kit/ui/button";
import { Notice } from "@/components/kit/ui/notice";
import { RequestFailure } from "@/components/kit/ui/request-failure";
import { EmptyState, Loaded, Skeletons } from "@/components/kit/ui/states";
import { GiftDrawing, GiftMessage } from "./gift-drawing";
import { Heading } from "./heading";
import { personOf } from "./words";

type OfferedGiftReply = ReplyOf<"/api/wallet/gifts/read", "POST">;
type Status = OfferedGiftReply["status"];

/**
 * A gift opened from its link: sender, amount, and buttons to accept or decline it. `openFor` is
 * the email of the wallet open in this browser, which accepting may replace.
 */
export function OfferedGift({ openFor }: { openFor: string | null }) {
  const t = useTranslations("wallet");
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
      {query.isLoadingError && <h1 className="sr-only">{t("offer.title")}</h1>}
      <Loaded query={query} loading={<Loading />}>
        {(gift) => (
          <div className="contents" style={buttonColors(gift.store.brandColor)}>
            {gift.status === "pending" ? (
              <Offer gift={gift} token={token ?? ""} openFor={openFor} />
            ) : (
              <Settled status={gift.status} />
            )}
            <StoreContact store={gift.store} />
          </div>
        )}
      </Loaded>
    </>
  );
}

type OfferProps = { gift: OfferedGiftReply; token: string; openFor: string | null };

function Offer({ gift, token, openFor }: OfferProps) {
  const t = useTranslations("wallet");
  const isOther = openFor !== null && openFor !== gift.recipientEmail;
  return (
    <>
      <Heading
        title={t("offer.title")}
        purpose={t.rich("offer.fromTo", {
          from: (text) => <b className="font-medium wrap-anywhere text-ink">{text}</b>,
          to: (text) => <span className="wrap-anywhere">{text}</span>,
          // With the email, because anyone can sign with any name.
          sender: personOf(t, gift.senderName, gift.senderEmail),
          recipient: personOf(t, gift.recipientName, gift.recipientEmail),
        })}
      />
      <div className="grid justify-items-center">
        <GiftDrawing {...gift} word={t("offer.pending")} />
      </div>
      {gift.message && <GiftMessage text={gift.message} />}
      {isOther && (
        <Notice tone="attention">
          <span className="wrap-anywhere">
            {t("offer.otherWallet", { email: openFor, recipient: gift.recipientEmail })}
          </span>
        </Notice>
      )}
      <Answers gift={gift} token={token} isOther={isOther} />
      <p className="text-muted">{t("offer.deadline", { date: formatLocalDay(gift.expiresAt) })}</p>
    </>
  );
}

type AnswerProps = Omit<OfferProps, "openFor"> & { isOther: boolean };

function Answers({ gift, token, isOther }: AnswerProps) {
  const t = useTranslations("wallet");
  const client = useQueryClient();
  const [asks, setAsks] = useState(false);
  const queryKey = ["gift", token];
  const accept = useAction({
    send: async () => {
      const { cardUuid } = await post("/api/wallet/gifts/accept", { token });
      return openPage(`/wallet/cards/${cardUuid}`);
    },
    // If the gift was settled in the meantime, the page shows that instead of the error.
    refresh: [queryKey],
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
          {t(isOther ? "offer.acceptAndSwitch" : "offer.accept")}
        </Button>
        {isOther && (
          <Button asChild size="lg" className="w-full">
            <Link href="/wallet">{t("offer.keepWallet")}</Link>
          </Button>
        )}
        <Button
          disabled={accept.isPending}
          onClick={() => setAsks(true)}
          size="lg"
          className="w-full"
        >
          {t("offer.decline.button")}
        </Button>
      </div>
      {asks && (
        <ConfirmDialog
          title={t("offer.decline.title")}
          consequence={t("offer.decline.consequence", {
            amount: formatMoney(gift.amountCents, gift.currency),
            email: gift.senderEmail,
          })}
          verb={t("offer.decline.button")}
          keep={t("offer.decline.keep")}
          size="lg"
          send={() => post("/api/wallet/gifts/decline", { token })}
          done={() => client.setQueryData(queryKey, { ...gift, status: "declined" })}
          refresh={[queryKey]}
          onClose={() => setAsks(false)}
        />
      )}
    </>
  );
}

/** Formats a timestamp's day in the user's time zone. */
const formatLocalDay = (at: string): string =>
  new Intl.DateTimeFormat(pageLocale(), { dateStyle: "medium" }).format(new Date(at));

function Settled({ status }: { status: Exclude<Status, "pending"> }) {
  const t = useTranslations("wallet");
  return (
    <>
      <h1 className="sr-only">{t("offer.title")}</h1>
      <EmptyState
        icon={<Gift aria-hidden />}
        title={t(`offer.settled.${status}.title`)}
        text={t(`offer.settled.${status}.text`)}
      >
        {status === "accepted" && (
          <Button asChild variant="primary" size="lg">
            <Link href="/wallet">{t("offer.settled.open")}</Link>
          </Button>
        )}
      </EmptyState>
    </>
  );
}

function Gone() {
  const t = useTranslations("wallet");
  return (
    <>
      <h1 className="sr-only">{t("offer.title")}</h1>
      <EmptyState
        icon={<MailX aria-hidden />}
        title={t("offer.gone.title")}
        text={t("offer.gone.text")}
      />
    </>
  );
}

function Loading() {
  const t = useTranslations("wallet");
  return (
    <>
      <Heading title={t("offer.title")} />
      <Skeletons
        bars={["aspect-[1.586] w-full max-w-sm rounded-lg", "h-11 w-full"]}
        className="grid justify-items-center gap-4"
      />
    </>
  );
}
