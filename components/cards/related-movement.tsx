import { useQuery } from "@tanstack/react-query";
import { url } from "@/components/api";
import { giftStates } from "@/components/gifts/gift-columns";
import { readOptions } from "@/components/queries";
import type { ChangeDetails, Gift } from "@/components/types";
import { Chip } from "@/components/ui/chip";
import { Fact, Facts } from "@/components/ui/facts";
import { formatDate, Money, Time } from "@/components/ui/format";
import { Loaded, Skeletons } from "@/components/ui/states";
import { TextLink } from "@/components/ui/text-link";
import { CardEnding } from "./card-parts";

export function RelatedMovement({ uuid, sequence }: { uuid: string; sequence: number }) {
  const details = useChangeDetails(uuid, sequence);
  return (
    <Loaded query={details} loading={twoBars}>
      {(known) => <RelatedMovementFacts details={known} uuid={uuid} />}
    </Loaded>
  );
}

export const twoBars = <Skeletons bars={["h-4 w-56", "h-4 w-64"]} className="grid gap-2" />;

/** Shows a gift or transfer that is already loaded. Renders nothing if there is none. */
export function RelatedMovementFacts({ details, uuid }: { details: ChangeDetails; uuid: string }) {
  const { gift, transfer } = details;
  if (!gift && !transfer) return null;
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h4 className="text-sm font-medium">{gift ? "Gift" : "Transfer"}</h4>
      <Facts>
        {gift && <GiftFacts gift={gift} uuid={uuid} />}
        {transfer && <TransferFacts {...transfer} />}
      </Facts>
    </section>
  );
}

function GiftFacts({ gift, uuid }: { gift: Gift; uuid: string }) {
  const { status, settledCardUuid } = gift;
  const state = giftStates[status];
  const isAhead = Date.parse(gift.deliverAt) > Date.now();
  return (
    <>
      <Fact name="State of the gift">
        <Chip {...state} />
      </Fact>
      <Fact name="From">
        <TextLink href={`/customers/${gift.customerId}`}>{gift.senderEmail}</TextLink>
      </Fact>
      <Fact name="To">{gift.recipientEmail}</Fact>
      <Fact name={isAhead && status === "pending" ? "To be delivered" : "Delivery"}>
        <Time at={gift.deliverAt} exact />
      </Fact>
      {gift.settledAt ? (
        <Fact name={state.word}>
          <Time at={gift.settledAt} exact />
        </Fact>
      ) : (
        <Fact name="Waits until">
          <Time at={gift.expiresAt} exact />
        </Fact>
      )}
      {gift.cardUuid !== uuid && (
        <Fact name="Sent from">
          <CardLink uuid={gift.cardUuid} last4={gift.cardLast4} />
        </Fact>
      )}
      {settledCardUuid && settledCardUuid !== uuid && (
        <Fact name={status === "accepted" ? "Recipient's card" : "Came back to"}>
          <CardLink uuid={settledCardUuid} last4={gift.settledCardLast4 ?? ""} />
        </Fact>
      )}
    </>
  );
}

type Transfer = NonNullable<ChangeDetails["transfer"]>;

function TransferFacts(transfer: Transfer) {
  const { direction, rate, rateAsOf, currency, counterCurrency } = transfer;
  const isOut = direction === "out";
  const [from, to] = isOut ? [currency, counterCurrency] : [counterCurrency, currency];
  return (
    <>
      <Fact name={isOut ? "To the store" : "From the store"}>{transfer.otherStore}</Fact>
      <Fact name={isOut ? "Arrived there" : "Left there"}>
        <Money amountCents={transfer.counterAmountCents} currency={counterCurrency} />
      </Fact>
      {rate && rateAsOf && (
        <Fact name={`Rate of ${formatDate(rateAsOf)}`}>
          <span className="tabular-nums">
            1 {from} = {rate} {to}
          </span>
        </Fact>
      )}
      <Fact name={isOut ? "You owe them" : "They owe you"}>
        <TextLink href="/reports?tab=settlement">Settlement</TextLink>
      </Fact>
    </>
  );
}

const CardLink = ({ uuid, last4 }: { uuid: string; last4: string }) => (
  <TextLink href={`/cards/${uuid}`}>
    <span className="font-mono">
      <CardEnding last4={last4} />
    </span>
  </TextLink>
);

export const useChangeDetails = (uuid: string, sequence: number) =>
  useQuery(
    readOptions(
      ["history", uuid, "details", sequence],
      url("/api/portal/cards/{uuid}/history/{sequence}", { uuid, sequence }),
    ),
  );
