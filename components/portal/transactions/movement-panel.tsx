import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { url } from "@/components/kit/api/api";
import { readOptions } from "@/components/kit/api/read-options";
import type { Movement } from "@/components/kit/api/types";
import {
  actorName,
  isReturnable,
  otherEndOf,
  signedCents,
  sourceOf,
  wordOf,
} from "@/components/kit/cards/transaction-words";
import { CopyButton } from "@/components/kit/ui/copy-button";
import { Panel } from "@/components/kit/ui/dialog";
import { Fact, Facts, IdFact, MetadataFacts } from "@/components/kit/ui/facts";
import { Money, Time } from "@/components/kit/ui/format";
import { Loaded } from "@/components/kit/ui/states";
import { TextLink } from "@/components/kit/ui/text-link";
import { CardEnding, StateChip, useIsExpired } from "@/components/portal/cards/card-parts";
import { RelatedMovement } from "@/components/portal/cards/related-movement";
import { creditKindInWords } from "@/components/portal/store-credit/words";
import { OutcomeChip } from "./columns";
import { Returns } from "./returns";

type Props = {
  id: string;
  /** The list's rows. If the transaction is among them, no request is needed. */
  among: Movement[];
  onClose: () => void;
};

export const MovementPanel = (props: Props) => <OpenPanel key={props.id} {...props} />;

function OpenPanel({ id, among, onClose }: Props) {
  const t = useTranslations("transactions");
  const known = among.find((movement) => movement.id === id);
  const movement = useQuery({
    ...readOptions(["transactions", "one", id], url("/api/portal/transactions/{id}", { id })),
    // The list's row may be old.
    ...(known && { initialData: known, initialDataUpdatedAt: 0 }),
  });
  return (
    <Panel title={movement.data ? wordOf(t, movement.data) : t("panel.title")} onClose={onClose}>
      <Loaded query={movement}>{(shown) => <MovementDetails movement={shown} />}</Loaded>
    </Panel>
  );
}

function MovementDetails({ movement }: { movement: Movement }) {
  const t = useTranslations("transactions");
  const { currency, balanceAfterCents } = movement;
  const beforeCents = balanceAfterCents - signedCents(movement);
  return (
    <div className="grid gap-6">
      <AmountSummary movement={movement} />
      <Facts>
        <CardAndOwner movement={movement} />
        {beforeCents >= 0 && (
          <Fact name={t("panel.balanceBefore")}>
            <Money amountCents={beforeCents} currency={currency} />
          </Fact>
        )}
        <Fact name={t("column.balanceAfter")}>
          <Money amountCents={balanceAfterCents} currency={currency} />
        </Fact>
        <Fact name={t("column.actor")}>
          <ActorLink actor={movement.actor} />
        </Fact>
        <Fact name={t("panel.note")}>
          {movement.note ?? <span className="text-subtle">{t("panel.none")}</span>}
        </Fact>
        <Fact name={t("column.reference")}>
          {movement.referenceId ? (
            <>
              <TextLink href={referenceHref(movement.referenceId)}>
                <span className="font-mono text-sm">{movement.referenceId}</span>
              </TextLink>
              <CopyButton text={movement.referenceId} label={t("panel.copyReference")} />
            </>
          ) : (
            <span className="text-subtle">{t("panel.none")}</span>
          )}
        </Fact>
        <SourceFact movement={movement} />
        <MetadataFacts metadata={movement.metadata} />
        {movement.otherEnd && <Fact name={t("panel.otherEnd")}>{otherEndOf(t, movement)}</Fact>}
        {movement.transferId && <IdFact name={t("panel.transfer")} id={movement.transferId} />}
        <Fact name={t("panel.sequence")}>
          <span className="tabular-nums">{movement.sequence}</span>
        </Fact>
        <IdFact name={t("panel.id")} id={movement.id} />
        <IdFact name={t("panel.requestId")} id={movement.requestId} />
      </Facts>
      {isReturnable(movement) && <Returns movement={movement} />}
      {cardToCardTypes.has(movement.type) && (
        <RelatedMovement uuid={movement.cardUuid} sequence={movement.sequence} />
      )}
    </div>
  );
}

/** Left out where the title says it: for refunds and reversals. */
function SourceFact({ movement: { source, account } }: { movement: Movement }) {
  const t = useTranslations("transactions");
  const tCredit = useTranslations("storeCredit");
  if (!source || source === "reversal") return null;
  if (account === "store_credit") {
    return <Fact name={t("panel.kind")}>{creditKindInWords(tCredit, source)}</Fact>;
  }
  return source === "refund" ? null : <Fact name={t("panel.source")}>{sourceOf(t, source)}</Fact>;
}

function AmountSummary({ movement }: { movement: Movement }) {
  const { currency, createdAt } = movement;
  return (
    <div className="grid gap-2">
      <p className="text-2xl font-semibold tracking-tight">
        <Money amountCents={signedCents(movement)} currency={currency} signed />
      </p>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted">
        <OutcomeChip movement={movement} />
        <Time at={createdAt} exact />
      </p>
    </div>
  );
}

function CardAndOwner({ movement: { card, cardUuid } }: { movement: Movement }) {
  const t = useTranslations("transactions");
  const expired = useIsExpired(card);
  return (
    <>
      <Fact name={t("column.card")}>
        <TextLink href={`/cards/${cardUuid}`}>
          <span className="font-mono">
            <CardEnding last4={card.last4} />
          </span>
        </TextLink>
        {(card.status !== "active" || expired || card.frozen) && <StateChip {...card} />}
      </Fact>
      <Fact name={t("panel.customer")}>
        {card.customerId ? (
          <TextLink href={`/customers/${card.customerId}`}>{card.ownerEmail}</TextLink>
        ) : (
          <span className="text-subtle">{t("panel.unassigned")}</span>
        )}
      </Fact>
    </>
  );
}

// Types whose other side is another card.
const cardToCardTypes: ReadonlySet<Movement["type"]> = new Set([
  "gift_sent",
  "gift_received",
  "transfer_in",
  "transfer_out",
]);

const referenceHref = (reference: string) =>
  `/transactions?referenceId=${encodeURIComponent(reference)}`;

function ActorLink({ actor }: { actor: Movement["actor"] }) {
  const t = useTranslations("transactions");
  const name = actorName(t, actor);
  return actor.id.startsWith("key:") ? <TextLink href="/settings/api-keys">{name}</TextLink> : name;
}
