import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { readOptions } from "@/components/kit/api/read-options";
import { useSession } from "@/components/kit/api/session";
import type { Card } from "@/components/kit/api/types";
import { formatDate } from "@/components/kit/locale/days";
import { formatMoney } from "@/components/kit/money/money";
import { Fact, Facts, IdFact, MetadataFacts } from "@/components/kit/ui/facts";
import { Money, Time } from "@/components/kit/ui/format";
import { TextLink } from "@/components/kit/ui/text-link";
import { CardTypeWord, StateChip } from "./card-parts";
import { useCardDetails } from "./use-card-details";

/** What is known of a card, with the team's note. */
export function CardFacts({ card }: { card: Card }) {
  const t = useTranslations("cards");
  const { merchant } = useSession();
  const details = useCardDetails(card.uuid);
  const { note, emailedAt } = details.data ?? {};
  return (
    <Facts>
      <Fact name={t("detail.balance")}>
        <b className="font-semibold">
          <Money amountCents={card.balanceCents} currency={card.currency} />
        </b>
      </Fact>
      {card.availableCents < card.balanceCents && (
        <Fact name={t("detail.available")}>
          <span className="tabular-nums">
            {t.rich("detail.availableOf", {
              available: formatMoney(card.availableCents, card.currency),
              held: formatMoney(card.balanceCents - card.availableCents, card.currency),
              muted: (text) => <span className="text-muted">{text}</span>,
            })}
          </span>
        </Fact>
      )}
      <Fact name={t("detail.status")}>
        <StateChip status={card.status} expiresOn={card.expiresOn} frozen={card.frozen} />
      </Fact>
      <Fact name={t("detail.customer")}>
        {card.ownerEmail ? (
          <span className="grid min-w-0">
            <CardCustomer email={card.ownerEmail} />
            {emailedAt && (
              <span className="text-sm text-muted">
                {t.rich("detail.emailed", { time: () => <Time at={emailedAt} /> })}
              </span>
            )}
          </span>
        ) : (
          <span className="text-subtle">{t("unassigned")}</span>
        )}
      </Fact>
      <Fact name={t("detail.type")}>
        <CardTypeWord type={card.cardType} />
      </Fact>
      <Fact name={t("detail.expires")}>
        {card.status === "disabled" ? (
          <span className="text-subtle">—</span>
        ) : card.expiresOn ? (
          <span title={t("detail.endOfDay", { timeZone: merchant.timeZone })}>
            {formatDate(card.expiresOn)}
          </span>
        ) : (
          <span className="text-subtle">
            {t(
              card.status === "inactive" ? "detail.expiresAfterActivation" : "detail.neverExpires",
            )}
          </span>
        )}
      </Fact>
      <Fact name={t("detail.created")}>
        <Time at={card.createdAt} />
      </Fact>
      {note && (
        <Fact name={t("detail.note")}>
          <span className="break-normal wrap-anywhere whitespace-pre-line">{note}</span>
        </Fact>
      )}
      <IdFact name={t("detail.id")} id={card.uuid} />
      <MetadataFacts metadata={card.metadata} />
    </Facts>
  );
}

/** The card's customer, by name if the team gave one, with a link to their page once it is known. */
function CardCustomer({ email }: { email: string }) {
  const query = { q: email, limit: 1 };
  const found = useQuery(readOptions(["customers", "of", email], "/api/portal/customers", query));
  const customer = found.data?.customers.find((one) => one.email === email);
  if (!customer) return email;
  return (
    <>
      <TextLink href={`/customers/${customer.id}`}>{customer.name ?? email}</TextLink>
      {customer.name && <span className="truncate text-sm text-muted">{email}</span>}
    </>
  );
}
