import { useSession } from "@/components/session";
import type { Card } from "@/components/types";
import { CopyButton } from "@/components/ui/copy-button";
import { Fact, Facts } from "@/components/ui/facts";
import { Money } from "@/components/ui/money";
import { onDate, Time } from "@/components/ui/time";
import { StateChip } from "./state-chip";
import { cardTypeWords } from "./words";

/** What is known of a card, beside its drawing. */
export function CardFacts({ card }: { card: Card }) {
  const { merchant } = useSession();
  return (
    <Facts>
      <Fact name="Balance">
        <b className="font-semibold">
          <Money amountCents={card.balanceCents} currency={card.currency} />
        </b>
      </Fact>
      <Fact name="Status">
        <StateChip status={card.status} expiresOn={card.expiresOn} />
      </Fact>
      <Fact name="Owner">{card.ownerEmail ?? <span className="text-subtle">Unassigned</span>}</Fact>
      <Fact name="Type">{cardTypeWords[card.cardType]}</Fact>
      <Fact name="Spendable until">
        {card.status === "disabled" ? (
          <span className="text-subtle">No longer</span>
        ) : card.expiresOn ? (
          <span title={`End of the day, ${merchant.timeZone}`}>{onDate(card.expiresOn)}</span>
        ) : (
          <span className="text-subtle">
            {card.status === "inactive" ? "Set when it is activated" : "No end"}
          </span>
        )}
      </Fact>
      <Fact name="Created">
        <Time at={card.createdAt} />
      </Fact>
      <Fact name="Card id">
        <span className="font-mono text-sm">{card.uuid}</span>
        <CopyButton text={card.uuid} what="card id" />
      </Fact>
    </Facts>
  );
}
