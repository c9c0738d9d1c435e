import { useQuery } from "@tanstack/react-query";
import { url } from "@/components/api";
import { formatMoney } from "@/components/money";
import { readOptions } from "@/components/queries";
import { useMayWrite } from "@/components/session";
import type { Card } from "@/components/types";
import { Chip } from "@/components/ui/chip";
import { CopyButton } from "@/components/ui/copy-button";
import { Fact, Facts } from "@/components/ui/facts";
import { Money, Time } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import { Block } from "@/components/ui/section";
import { TextLink } from "@/components/ui/text-link";
import { busyPollMs, cardState, differencesHref, type PlatformCard, shortId } from "./platform";
import { QueueButton } from "./queue-button";

const isSyncing = (card: PlatformCard | null) => card?.behind === true && card.state !== "failed";

/** Sync status of a card in the online shop; renders nothing if no shop is connected. */
export function CardOnPlatform({ card }: { card: Card }) {
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
  const { name, currency, card: known } = there.data;
  const isForeign = currency !== null && currency !== card.currency;
  const isThere = known !== null && (known.platformId !== null || !isForeign);
  const state = isThere ? cardState(known) : null;
  return (
    <Block
      title={`In ${name ?? "the online shop"}`}
      className="max-w-2xl"
      action={state && <Chip {...state} />}
    >
      {isThere ? (
        <CardInShop card={card} known={known} mayRetry={!isForeign} />
      ) : isForeign ? (
        <p className="text-muted">
          Not in the shop's currency: it sells in {currency}, and this card is in {card.currency}.
        </p>
      ) : (
        <CardNotInShop card={card} />
      )}
    </Block>
  );
}

function CardNotInShop({ card }: { card: Card }) {
  const mayWrite = useMayWrite();
  if (card.status !== "active") {
    return (
      <p className="text-muted">
        {card.status === "inactive"
          ? "It is created there when it is activated."
          : "It was never created there."}
      </p>
    );
  }
  return (
    <>
      <p className="text-muted">
        It was active before the shop was connected, and can't be spent there yet.
      </p>
      {mayWrite && <QueueButton uuid={card.uuid}>Create in the shop</QueueButton>}
    </>
  );
}

type CardInShopProps = { card: Card; known: PlatformCard; mayRetry: boolean };

function CardInShop({ card, known, mayRetry }: CardInShopProps) {
  const mayWrite = useMayWrite();
  const { state, platformId, platformCents, seenAt, unpostedCents } = known;
  return (
    <>
      {state === "queued" && (
        <p className="text-muted">
          {known.behind
            ? "It is created there by itself, as soon as the shop answers. It can be spent here meanwhile."
            : (card.balanceCents > 0 && known.reason) ||
              "It is empty, and is created there with its next load."}
        </p>
      )}
      {state === "failed" && (
        <>
          <p>
            {known.reason ?? "The shop refused it without saying why."}{" "}
            <span className="text-muted">
              Last tried <Time at={known.updatedAt} />.
            </span>
          </p>
          {mayWrite && mayRetry && <QueueButton uuid={card.uuid}>Retry</QueueButton>}
        </>
      )}
      {unpostedCents > 0 && (
        <Notice tone="attention">
          {formatMoney(unpostedCents, card.currency)} was redeemed there and could not be taken from
          this card. <TextLink href={differencesHref("redeemed_there")}>Settle it</TextLink>
        </Notice>
      )}
      {platformId && (
        <Facts>
          <Fact name="Id there">
            <span className="font-mono text-sm">{shortId(platformId)}</span>
            <CopyButton text={platformId} label="Copy id in the shop" />
          </Fact>
          {platformCents !== null && (
            <Fact name="Balance there">
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
