import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { url } from "@/components/kit/api/api";
import { readOptions } from "@/components/kit/api/read-options";
import type { ChangeDetails, Gift } from "@/components/kit/api/types";
import { formatDate } from "@/components/kit/locale/days";
import { Chip } from "@/components/kit/ui/chip";
import { Fact, Facts } from "@/components/kit/ui/facts";
import { Money, Time } from "@/components/kit/ui/format";
import { Loaded, Skeletons } from "@/components/kit/ui/states";
import { TextLink } from "@/components/kit/ui/text-link";
import { giftState, personInGift } from "@/components/portal/gifts/columns";
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
  const t = useTranslations("cards");
  const { gift, transfer } = details;
  if (!gift && !transfer) return null;
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h4 className="text-sm font-medium">{t(gift ? "gift.title" : "transfer.title")}</h4>
      <Facts>
        {gift && <GiftFacts gift={gift} uuid={uuid} />}
        {transfer && <TransferFacts {...transfer} />}
      </Facts>
    </section>
  );
}

function GiftFacts({ gift, uuid }: { gift: Gift; uuid: string }) {
  const t = useTranslations("cards");
  const { status, settledCardUuid } = gift;
  const state = giftState(t, status);
  const isAhead = Date.parse(gift.deliverAt) > Date.now();
  return (
    <>
      <Fact name={t("gift.fact.status")}>
        <Chip {...state} />
      </Fact>
      <Fact name={t("gift.fact.from")}>
        <TextLink href={`/customers/${gift.customerId}`}>
          {personInGift(t, gift.senderName, gift.senderEmail)}
        </TextLink>
      </Fact>
      <Fact name={t("gift.fact.to")}>
        {personInGift(t, gift.recipientName, gift.recipientEmail)}
      </Fact>
      {gift.design && <Fact name={t("gift.fact.design")}>{t(`gift.design.${gift.design}`)}</Fact>}
      <Fact
        name={t(isAhead && status === "pending" ? "gift.fact.scheduled" : "gift.fact.delivery")}
      >
        <Time at={gift.deliverAt} exact />
      </Fact>
      {gift.settledAt ? (
        <Fact name={state.word}>
          <Time at={gift.settledAt} exact />
        </Fact>
      ) : (
        <Fact name={t("gift.fact.expires")}>
          <Time at={gift.expiresAt} exact />
        </Fact>
      )}
      {gift.cardUuid !== uuid && (
        <Fact name={t("gift.fact.sentFrom")}>
          <CardLink uuid={gift.cardUuid} last4={gift.cardLast4} />
        </Fact>
      )}
      {settledCardUuid && settledCardUuid !== uuid && (
        <Fact name={t(status === "accepted" ? "gift.fact.recipientCard" : "gift.fact.returnedTo")}>
          <CardLink uuid={settledCardUuid} last4={gift.settledCardLast4 ?? ""} />
        </Fact>
      )}
    </>
  );
}

type Transfer = NonNullable<ChangeDetails["transfer"]>;

function TransferFacts(transfer: Transfer) {
  const t = useTranslations("cards");
  const { direction, rate, rateAsOf, currency, counterCurrency } = transfer;
  const isOut = direction === "out";
  const [from, to] = isOut ? [currency, counterCurrency] : [counterCurrency, currency];
  return (
    <>
      <Fact name={t(isOut ? "transfer.toCard" : "transfer.fromCard")}>
        {t("transfer.end", transfer.otherEnd)}
      </Fact>
      <Fact name={t(isOut ? "transfer.received" : "transfer.sent")}>
        <Money amountCents={transfer.counterAmountCents} currency={counterCurrency} />
      </Fact>
      {rate && rateAsOf && (
        <Fact name={t("transfer.rate", { date: formatDate(rateAsOf) })}>
          <span className="tabular-nums">
            1 {from} = {rate} {to}
          </span>
        </Fact>
      )}
      <Fact name={t(isOut ? "transfer.owedToThem" : "transfer.owedByThem")}>
        <TextLink href="/reports?tab=settlement">{t("transfer.settlement")}</TextLink>
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
