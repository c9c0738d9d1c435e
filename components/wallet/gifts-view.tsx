"use client";

import { useQuery } from "@tanstack/react-query";
import { Gift } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { post, url } from "@/components/kit/api/api";
import { useRefresh } from "@/components/kit/api/queries";
import { ConfirmDialog } from "@/components/kit/dialog/confirm-dialog";
import { formatMoney } from "@/components/kit/money/money";
import { Button } from "@/components/kit/ui/button";
import { Chip } from "@/components/kit/ui/chip";
import { LocalTime, Money } from "@/components/kit/ui/format";
import { EmptyState, Loaded, Skeletons } from "@/components/kit/ui/states";
import { Heading } from "./heading";
import { sentGifts } from "./reads";
import type { SentGift } from "./types";
import { giftState, personOf } from "./words";

/** The gifts this customer sent, with their states. A pending gift can be canceled. */
export function GiftsView() {
  const t = useTranslations("wallet");
  const query = useQuery(sentGifts);
  return (
    <>
      <Heading title={t("gifts.title")} parent={{ href: "/wallet", label: t("cards.title") }} />
      <Loaded query={query} loading={<Skeletons bars={["h-20 w-full", "h-20 w-full"]} />}>
        {({ gifts }) =>
          gifts.length === 0 ? (
            <EmptyState
              icon={<Gift aria-hidden />}
              title={t("gifts.empty.title")}
              text={t("gifts.empty.text")}
            />
          ) : (
            <ul className="divide-y border-y">
              {gifts.map((gift) => (
                <Row key={gift.id} gift={gift} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </>
  );
}

function Row({ gift }: { gift: SentGift }) {
  const t = useTranslations("wallet");
  const [asks, setAsks] = useState(false);
  return (
    <li className="grid gap-2 py-4">
      <div className="flex items-start justify-between gap-4">
        <p className="min-w-0 font-medium wrap-anywhere">
          {personOf(t, gift.recipientName, gift.recipientEmail)}
        </p>
        <p className="font-medium">
          <Money amountCents={gift.amountCents} currency={gift.currency} />
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
        <Chip {...giftState(t, gift)} />
        <span>{gift.storeName}</span>
        {gift.design && <span>{t(`gift.designs.${gift.design}`)}</span>}
        <span>{t.rich("gifts.delivery", { time: () => <LocalTime at={gift.deliverAt} /> })}</span>
      </div>
      {gift.message && <p className="text-muted wrap-anywhere">“{gift.message}”</p>}
      {gift.status === "pending" && (
        <>
          <Button
            aria-label={t("gifts.cancel.label", { email: gift.recipientEmail })}
            onClick={() => setAsks(true)}
            size="lg"
            className="justify-self-start"
          >
            {t("gifts.cancel.button")}
          </Button>
          {asks && <CancelGiftDialog gift={gift} onClose={() => setAsks(false)} />}
        </>
      )}
    </li>
  );
}

function CancelGiftDialog({ gift, onClose }: { gift: SentGift; onClose: () => void }) {
  const t = useTranslations("wallet");
  const refresh = useRefresh();
  return (
    <ConfirmDialog
      title={t("gifts.cancel.title")}
      consequence={t("gifts.cancel.consequence", {
        amount: formatMoney(gift.amountCents, gift.currency),
        email: gift.recipientEmail,
      })}
      verb={t("gifts.cancel.button")}
      keep={t("gifts.cancel.keep")}
      size="lg"
      send={() => post(url("/api/wallet/gifts/{id}/cancel", gift), {})}
      refresh={[["wallet"]]}
      // If the gift was settled in the meantime, the list shows that instead of the error.
      failed={() => refresh(["wallet"])}
      onClose={onClose}
    />
  );
}
