import { useTranslations } from "next-intl";
import type { BatchWithCards } from "@/components/kit/api/types";
import { formatMoney } from "@/components/kit/money/money";
import { formatNumber } from "@/components/kit/money/numbers";
import { Fact, Facts } from "@/components/kit/ui/facts";
import { Time } from "@/components/kit/ui/format";
import { CardTypeWord } from "@/components/portal/cards/card-parts";
import { AmountsInBatch, type BatchAmounts, NumbersNote, useBatchNumbers } from "./numbers";

/** What a batch is, and what became of its cards. */
export const BatchFacts = ({ batch }: { batch: BatchWithCards }) => (
  <div className="grid items-start gap-x-8 lg:grid-cols-2">
    <Details batch={batch} />
    <Totals batch={batch} />
  </div>
);

function Details({ batch }: { batch: BatchWithCards }) {
  const t = useTranslations("batches");
  const { amountCents, currency, source } = batch;
  return (
    <section aria-label={t("details.label")}>
      <Facts>
        <Fact name={t("details.cards")}>
          <span className="tabular-nums">
            {batch.createdCards < batch.quantity
              ? t("details.cardsOf", { created: batch.createdCards, quantity: batch.quantity })
              : formatNumber(batch.createdCards)}
          </span>
        </Fact>
        <Fact name={t("details.amount")}>
          {source === "import"
            ? t("details.amountFromFile")
            : amountCents !== null && currency
              ? t("details.amountOnceActivated", { amount: formatMoney(amountCents, currency) })
              : t("details.amountAtActivation")}
        </Fact>
        <Fact name={t("details.currency")}>{currency ?? t("details.severalCurrencies")}</Fact>
        <Fact name={t("details.type")}>
          <CardTypeWord type={batch.cardType} />
        </Fact>
        <Fact name={t(source === "import" ? "details.imported" : "details.created")}>
          <Time at={batch.createdAt} />
        </Fact>
      </Facts>
    </section>
  );
}

const countLines = ["sold", "unsold", "voided"] as const;

/** In the order of a calculation: the first lines add up to the last. */
const amountLines = [
  "importedCents",
  "issuedCents",
  "redeemedCents",
  "otherCents",
  "outstandingCents",
] as const satisfies (keyof BatchAmounts)[];

/** Lines that a batch always has; others only if they aren't 0. */
const mainLines: readonly string[] = ["issuedCents", "redeemedCents", "outstandingCents"];

function Totals({ batch }: { batch: BatchWithCards }) {
  const t = useTranslations("batches");
  const numbers = useBatchNumbers([batch]);
  const found = numbers.of(batch);
  if (!found) return <NumbersNote {...numbers} />;
  const { soldCards: sold } = found;
  const unsold = batch.cards.inactive;
  // Every card is unsold, sold or voided. The two responses may be a moment apart.
  const counts = { sold, unsold, voided: Math.max(0, batch.createdCards - unsold - sold) };
  return (
    <section aria-label={t("totals.label")}>
      <Facts>
        {countLines.map((line) => (
          <Fact key={line} name={t(`totals.${line}`)}>
            <span className="tabular-nums">{formatNumber(counts[line])}</span>
          </Fact>
        ))}
        {amountLines
          .filter(
            (line) =>
              mainLines.includes(line) || found.amounts.some((one) => BigInt(one[line]) !== 0n),
          )
          .map((line) => (
            <Fact key={line} name={t(`totals.${line}`)}>
              <AmountsInBatch numbers={found} of={line} />
            </Fact>
          ))}
      </Facts>
      <NumbersNote {...numbers} />
    </section>
  );
}
