import { useTranslations } from "next-intl";
import type { ReplyOf } from "@/components/kit/api/api";
import type { Card } from "@/components/kit/api/types";
import { actorInWords } from "@/components/kit/cards/words";
import { formatDate } from "@/components/kit/locale/days";
import type { Translate } from "@/components/kit/locale/translate";
import { formatMoney } from "@/components/kit/money/money";
import { Chip } from "@/components/kit/ui/chip";
import { Fact } from "@/components/kit/ui/facts";
import { Time, TimeOfDay } from "@/components/kit/ui/format";
import { CardCellLink } from "./card-parts";
import { EventDeliveries } from "./event-deliveries";
import { clockClasses, Origin, Row, SequenceFact } from "./history-row";

export type CardChange = ReplyOf<"/api/portal/cards/{uuid}/changes">["changes"][number];

/** A change that moved no money, such as a new owner. */
export function ChangeRow({ card, change }: { card: Card; change: CardChange }) {
  const t = useTranslations("cards");
  return (
    <Row
      summary={
        <>
          <span className="flex min-w-0 items-center gap-2">
            <span className="font-medium whitespace-nowrap">
              {t(`history.change.${change.what}`)}
            </span>
            <span className="truncate text-muted">{detailOf(t, change, card)}</span>
            {change.hold && (
              <Chip
                word={t(`history.hold.${change.hold.status}`)}
                tone={change.hold.status === "held" ? "info" : "neutral"}
              />
            )}
          </span>
          <span className={clockClasses}>
            <TimeOfDay at={change.createdAt} />
          </span>
        </>
      }
    >
      <dl className="divide-y">
        <Origin {...change} />
        {change.email && <Fact name={t("history.customer")}>{change.email}</Fact>}
        {change.reason && <Fact name={t("history.reason")}>{change.reason}</Fact>}
        {change.expiresOn && (
          <>
            <Fact name={t("history.oldDate")}>{dateOrNever(t, change.expiresOn.from)}</Fact>
            <Fact name={t("history.newDate")}>{dateOrNever(t, change.expiresOn.to)}</Fact>
          </>
        )}
        {change.amountCents !== null && (
          <Fact name={t("history.amount")}>{formatMoney(change.amountCents, card.currency)}</Fact>
        )}
        {change.hold && (
          <>
            <Fact name={t("history.holdStatus")}>{t(`history.hold.${change.hold.status}`)}</Fact>
            <Fact name={t("history.holdExpires")}>
              <Time at={change.hold.expiresAt} exact />
            </Fact>
          </>
        )}
        {change.otherCard && (
          <Fact name={t(change.what === "replaced" ? "history.newCard" : "history.oldCard")}>
            <CardCellLink {...change.otherCard} />
          </Fact>
        )}
        {change.sequence !== null && <SequenceFact sequence={change.sequence} />}
      </dl>
      {change.sequence !== null && (
        <EventDeliveries uuid={card.uuid} sequence={change.sequence} at={change.createdAt} />
      )}
    </Row>
  );
}

/** What changed, and who did it. */
function detailOf(t: Translate<"cards">, change: CardChange, card: Card): string {
  const { actor, email } = change;
  const by = t("history.detail.by", { actor: actorInWords(t, actor) });
  // Customers who add a card to their wallet are named already.
  const isOwn = email !== null && email === actor.name;
  return [whatChanged(t, change, card), !isOwn && by].filter(Boolean).join(" · ");
}

function whatChanged(t: Translate<"cards">, change: CardChange, card: Card): string | null {
  const { what, email, balanceCents, amountCents, otherCard, reason, expiresOn } = change;
  if ((what === "claimed" || what === "email_resent") && email) {
    return t("history.detail.to", { email });
  }
  if (what === "replaced" && otherCard) return t("history.detail.replacedBy", otherCard);
  if (what === "created" && otherCard) return t("history.detail.replaces", otherCard);
  if (what === "frozen") return reason;
  if (what === "disabled" && balanceCents) {
    return t("history.detail.lost", { amount: formatMoney(balanceCents, card.currency) });
  }
  if (expiresOn) {
    const [from, to] = [dateOrNever(t, expiresOn.from), dateOrNever(t, expiresOn.to)];
    return t("history.detail.expiry", { from, to });
  }
  return amountCents === null ? null : formatMoney(amountCents, card.currency);
}

const dateOrNever = (t: Translate<"cards">, date: string | null): string =>
  date ? formatDate(date) : t("history.noDate");
