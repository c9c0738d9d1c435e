import { formatMoney } from "@/components/money";

type Props = { amountCents: number | bigint; currency: string; signed?: boolean };

/** An amount in its own currency, in figures of one width. */
export const Money = ({ amountCents, currency, signed }: Props) => (
  <span className="whitespace-nowrap tabular-nums">
    {formatMoney(amountCents, currency, signed)}
  </span>
);
