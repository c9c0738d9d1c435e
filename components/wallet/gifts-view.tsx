"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Gift } from "lucide-react";
import { useState } from "react";
import { ApiError, post, url } from "@/components/api";
import { formatMoney } from "@/components/money";
import { read } from "@/components/queries";
import { Button } from "@/components/ui/button";
import { Chip } from "@/components/ui/chip";
import { LocalTime, Money } from "@/components/ui/format";
import { EmptyState, ErrorState, Skeletons } from "@/components/ui/states";
import { AskDialog } from "./ask-dialog";
import { giftState } from "./gift-words";
import { Heading } from "./heading";
import type { SentGift } from "./types";

/** The gifts this customer sent, with their states. A pending gift can be canceled. */
export function GiftsView() {
  const gifts = useQuery(read(["wallet", "gifts"], "/api/wallet/gifts"));
  const list = gifts.data?.gifts;
  return (
    <>
      <Heading title="Gifts you sent" parent={{ href: "/wallet", label: "Your cards" }} />
      {gifts.isError && !list ? (
        <ErrorState query={gifts} what="Your gifts" />
      ) : !list ? (
        <Skeletons label="Loading your gifts" bars={["h-20 w-full", "h-20 w-full"]} />
      ) : list.length === 0 ? (
        <EmptyState
          icon={<Gift aria-hidden />}
          title="No gifts yet"
          text="Open a card and send its balance, or part of it, to somebody's address."
        />
      ) : (
        <ul className="divide-y border-y">
          {list.map((gift) => (
            <Row key={gift.id} gift={gift} />
          ))}
        </ul>
      )}
    </>
  );
}

function Row({ gift }: { gift: SentGift }) {
  const [asks, setAsks] = useState(false);
  const { word, tone } = giftState(gift);
  return (
    <li className="grid gap-2 py-4">
      <div className="flex items-start justify-between gap-4">
        <p className="min-w-0 font-medium break-all">{gift.recipientEmail}</p>
        <p className="font-medium">
          <Money amountCents={gift.amountCents} currency={gift.currency} />
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
        <Chip word={word} tone={tone} />
        <span>{gift.storeName}</span>
        <span>
          Mail of <LocalTime at={gift.deliverAt} />
        </span>
      </div>
      {gift.message && <p className="text-muted wrap-anywhere">“{gift.message}”</p>}
      {gift.status === "pending" && (
        <Button
          aria-label={`Take back the gift to ${gift.recipientEmail}`}
          onClick={() => setAsks(true)}
          size="lg"
          className="justify-self-start"
        >
          Take it back
        </Button>
      )}
      {asks && gift.status === "pending" && <TakeBack gift={gift} onClose={() => setAsks(false)} />}
    </li>
  );
}

function TakeBack({ gift, onClose }: { gift: SentGift; onClose: () => void }) {
  const client = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => post(url("/api/wallet/gifts/{id}/cancel", { id: gift.id }), {}),
    onSettled: () => client.invalidateQueries({ queryKey: ["wallet"] }),
  });
  // If the gift was settled in the meantime, the refetched list shows that.
  const { error } = cancel;
  const shown = error instanceof ApiError && error.code !== "gift_settled" ? error : null;
  return (
    <AskDialog
      title="Take the gift back?"
      consequence={`${formatMoney(gift.amountCents, gift.currency)} returns to your card, and ${gift.recipientEmail} can no longer accept it.`}
      verb="Take it back"
      keep="Leave it"
      busy={cancel.isPending}
      error={shown}
      onConfirm={() => cancel.mutate()}
      onClose={onClose}
    />
  );
}
