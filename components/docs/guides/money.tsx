import { decimalsOf } from "@/lib/money";
import { C, Grid, Guide, Section } from "../prose";

const amounts = [
  ["USD", 2_500],
  ["EUR", 950],
  ["JPY", 2_500],
  ["KWD", 2_500],
] as const;

const written = (currency: string, amountCents: number) =>
  new Intl.NumberFormat("en-US", {
    style: "currency",
    currency,
    minimumFractionDigits: decimalsOf(currency),
    maximumFractionDigits: decimalsOf(currency),
  }).format(amountCents / 10 ** decimalsOf(currency));

export const Money = () => (
  <Guide
    title="Money and currencies"
    lead="Amounts are whole numbers of the currency's smallest unit. Fractions do not exist."
  >
    <Section id="amounts" title="Amounts">
      <p>
        <C>amountCents</C> is an integer from 1 to 9007199254740991, whatever the currency calls its
        smallest unit. <C>5.5</C>, <C>"5"</C> and <C>0</C> are refused. No balance goes above that
        number or below 0: a redemption beyond the balance is a 400 <C>insufficient_balance</C> that
        tells what is left.
      </p>
      <Grid
        caption="The same fields in several currencies"
        head={["Currency", "Decimals", "amountCents", "Means"]}
        rows={amounts.map(([currency, amountCents]) => ({
          id: currency.toLowerCase(),
          cells: [
            currency,
            decimalsOf(currency),
            <C key={currency}>{amountCents}</C>,
            written(currency, amountCents),
          ],
        }))}
      />
    </Section>
    <Section id="currencies" title="Currencies">
      <p>
        Every active currency of ISO 4217, in capitals. A card has one, for life; a <C>currency</C>{" "}
        sent with an activation or a load is checked against it, and another is a 400{" "}
        <C>currency_mismatch</C>. Nothing is converted.
      </p>
    </Section>
    <Section id="validity" title="Validity">
      <p>
        <C>expiresOn</C> is the last date, in the store's time zone, on which the balance can be
        spent. Each load extends it by the store's validity; null means that it never ends. After it
        a debit is a 400 <C>card_expired</C>, and a credit revives the card.
      </p>
    </Section>
    <Section id="ledger" title="The ledger">
      <p>
        A balance is the sum of its transactions. Each carries <C>balanceAfterCents</C> and a{" "}
        <C>sequence</C> that counts the card's changes without a gap. Nothing is ever edited: a
        mistake is put right by another movement.
      </p>
    </Section>
  </Guide>
);
