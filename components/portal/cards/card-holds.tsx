import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { url } from "@/components/kit/api/api";
import { readOptions } from "@/components/kit/api/read-options";
import { useMayWrite } from "@/components/kit/api/session";
import type { Card, Hold } from "@/components/kit/api/types";
import { Button } from "@/components/kit/ui/button";
import { MetadataList } from "@/components/kit/ui/facts";
import { Money, Time } from "@/components/kit/ui/format";
import { Block } from "@/components/kit/ui/section";
import { Loaded } from "@/components/kit/ui/states";

const ReleaseHoldDialog = dynamic(
  async () => (await import("./release-hold-dialog")).ReleaseHoldDialog,
);

/** What is held of a card, each with its release; renders nothing if nothing is held. */
export function CardHolds({ card }: { card: Card }) {
  const t = useTranslations("cards");
  const { uuid, balanceCents, availableCents } = card;
  const isHeld = availableCents < balanceCents;
  const holds = useQuery({
    // What is available is in the key, so that a new hold refetches the list.
    ...readOptions(
      ["card", uuid, "holds", availableCents],
      url("/api/v1/cards/{uuid}/holds", { uuid }),
      { status: "held", limit: 100 },
    ),
    enabled: isHeld,
  });
  if (!isHeld) return null;
  return (
    <Block title={t("holds.title")} className="max-w-2xl">
      <p className="text-muted">{t("holds.description")}</p>
      <Loaded query={holds}>
        {({ holds: held, total }) => (
          <>
            <ul className="divide-y">
              {held.map((hold) => (
                <HoldRow key={hold.id} card={card} hold={hold} />
              ))}
            </ul>
            {total > held.length && (
              <p className="text-muted">{t("holds.newest", { count: held.length })}</p>
            )}
          </>
        )}
      </Loaded>
    </Block>
  );
}

function HoldRow({ card, hold }: { card: Card; hold: Hold }) {
  const t = useTranslations("cards");
  const mayWrite = useMayWrite();
  const [releasing, setReleasing] = useState(false);
  const { amountCents, currency, referenceId, note, metadata, createdAt, expiresAt } = hold;
  return (
    <li className="flex min-h-11 items-center justify-between gap-4 py-2">
      <div className="min-w-0">
        <p className="font-medium">
          <Money amountCents={amountCents} currency={currency} />
          {(note ?? referenceId) && (
            <span className="font-normal wrap-anywhere text-muted"> {note ?? referenceId}</span>
          )}
        </p>
        <p className="text-sm text-muted">
          {t.rich("holds.times", {
            placed: () => <Time at={createdAt} />,
            expires: () => <Time at={expiresAt} />,
          })}
        </p>
        <MetadataList metadata={metadata} />
      </div>
      {mayWrite && <Button onClick={() => setReleasing(true)}>{t("holds.release")}</Button>}
      {releasing && (
        <ReleaseHoldDialog card={card} hold={hold} onClose={() => setReleasing(false)} />
      )}
    </li>
  );
}
