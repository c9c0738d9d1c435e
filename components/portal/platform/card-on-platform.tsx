import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { url } from "@/components/kit/api/api";
import { readOptions } from "@/components/kit/api/read-options";
import { useMayWrite } from "@/components/kit/api/session";
import type { Card } from "@/components/kit/api/types";
import { formatMoney } from "@/components/kit/money/money";
import { Chip } from "@/components/kit/ui/chip";
import { CopyButton } from "@/components/kit/ui/copy-button";
import { Fact, Facts } from "@/components/kit/ui/facts";
import { Money, Time } from "@/components/kit/ui/format";
import { Notice } from "@/components/kit/ui/notice";
import { Block } from "@/components/kit/ui/section";
import { TextLink } from "@/components/kit/ui/text-link";
import { busyPollMs, cardState, differencesHref, type PlatformCard, shortId } from "./platform";
import { QueueButton } from "./queue-button";

const isSyncing = (card: PlatformCard | null) => card?.behind === true && card.state !== "failed";

/** Sync status of a card in the online shop; renders nothing if no shop is connected. */
export function CardOnPlatform({ card }: { card: Card }) {
  const t = useTranslations("platform");
  const { uuid, availableCents, frozen, status } = card;
  const there = useQuery({
    // What the shop's balance depends on is in the key, so a change here refetches the shop's status.
    ...readOptions(
      ["platform", "card", uuid, { availableCents, frozen, status }],
      url("/api/portal/platform/cards/{uuid}", { uuid }),
    ),
    placeholderData: (before) => before,
    refetchInterval: ({ state }) =>
      state.error || !isSyncing(state.data?.card ?? null) ? false : busyPollMs,
  });
  if (!there.data?.connected) return null;
  const { name, currency, card: platformCard } = there.data;
  const isForeign = currency !== null && currency !== card.currency;
  const isThere = platformCard !== null && (platformCard.platformId !== null || !isForeign);
  const state = isThere ? cardState(t, platformCard) : null;
  return (
    <Block
      title={name ? t("sync.title", { shop: name }) : t("sync.titleUnnamed")}
      className="max-w-2xl"
      action={state && <Chip {...state} />}
    >
      {isThere ? (
        <CardInShop card={card} platformCard={platformCard} mayRetry={!isForeign} />
      ) : isForeign ? (
        <p className="text-muted">
          {t("card.otherCurrency", { cardCurrency: card.currency, currency })}
        </p>
      ) : (
        <CardNotInShop card={card} />
      )}
    </Block>
  );
}

function CardNotInShop({ card }: { card: Card }) {
  const t = useTranslations("platform");
  const mayWrite = useMayWrite();
  if (card.status !== "active") {
    return (
      <p className="text-muted">
        {t(card.status === "inactive" ? "card.afterActivation" : "card.neverCreated")}
      </p>
    );
  }
  return (
    <>
      <p className="text-muted">{t("card.activeBefore")}</p>
      {mayWrite && <QueueButton uuid={card.uuid}>{t("sync.create")}</QueueButton>}
    </>
  );
}

type CardInShopProps = { card: Card; platformCard: PlatformCard; mayRetry: boolean };

function CardInShop({ card, platformCard, mayRetry }: CardInShopProps) {
  const t = useTranslations("platform");
  const mayWrite = useMayWrite();
  const { state, platformId, platformCents, seenAt, unpostedCents } = platformCard;
  const link = (text: ReactNode) => (
    <TextLink href={differencesHref("redeemed_there")}>{text}</TextLink>
  );
  return (
    <>
      {state === "queued" && (
        <p className="text-muted">
          {platformCard.behind
            ? t("card.waiting")
            : (card.balanceCents > 0 && platformCard.reason) || t("card.empty")}
        </p>
      )}
      {state === "failed" && (
        <>
          <p>
            {platformCard.reason ?? t("card.refused")}{" "}
            <span className="text-muted">
              {t.rich("card.lastTried", { time: () => <Time at={platformCard.updatedAt} /> })}
            </span>
          </p>
          {mayWrite && mayRetry && <QueueButton uuid={card.uuid}>{t("sync.retry")}</QueueButton>}
        </>
      )}
      {unpostedCents > 0 && (
        <Notice tone="attention">
          {t.rich("card.unposted", { amount: formatMoney(unpostedCents, card.currency), link })}
        </Notice>
      )}
      {platformId && (
        <Facts>
          <Fact name={t("card.id")}>
            <span className="font-mono text-sm">{shortId(platformId)}</span>
            <CopyButton text={platformId} label={t("card.copyId")} />
          </Fact>
          {platformCents !== null && (
            <Fact name={t("card.balance")}>
              <span>
                <Money amountCents={platformCents} currency={card.currency} />
                {seenAt && (
                  <span className="text-muted">
                    , <Time at={seenAt} />
                  </span>
                )}
              </span>
            </Fact>
          )}
        </Facts>
      )}
    </>
  );
}
