import { number } from "@/components/numbers";
import { Money } from "@/components/ui/format";

type Bucket = { name: string; label: string; cards: number; balanceCents: string };

type Props = {
  caption: string;
  header: string;
  buckets: Bucket[];
  total: bigint;
  currency: string;
};

/** Parts of a total, each with its amount, card count and a proportional bar. */
export function BucketTable({ caption, header, buckets, total, currency }: Props) {
  const percent = new Intl.NumberFormat(undefined, { style: "percent", maximumFractionDigits: 1 });
  const shareOf = (cents: bigint) => (total > 0n ? Number((cents * 10_000n) / total) / 10_000 : 0);
  return (
    <table className="w-full text-left tabular-nums">
      <caption className="sr-only">{caption}</caption>
      <thead className="text-xs text-muted">
        <tr className="h-8 border-b">
          <th scope="col" className="font-medium">
            {header}
          </th>
          <th scope="col" className="pl-3 text-right font-medium">
            Cards
          </th>
          <th scope="col" className="pl-3 text-right font-medium">
            Outstanding
          </th>
          <th scope="col" className="w-16 pl-3 text-right font-medium max-sm:sr-only">
            Share
          </th>
        </tr>
      </thead>
      <tbody>
        {buckets.map(({ name, label, cards, balanceCents }) => (
          <tr key={name} className="border-b last:border-0">
            <th scope="row" className="py-2 font-normal">
              {label}
              <span aria-hidden className="mt-1 block h-1.5 rounded-sm bg-hover">
                <span
                  className="block h-full rounded-sm bg-info-line"
                  style={{ width: `${shareOf(BigInt(balanceCents)) * 100}%` }}
                />
              </span>
            </th>
            <td className="pl-3 text-right align-top leading-9 text-muted">{number(cards)}</td>
            <td className="pl-3 text-right align-top leading-9">
              <Money amountCents={BigInt(balanceCents)} currency={currency} />
            </td>
            <td className="pl-3 text-right align-top leading-9 text-muted max-sm:sr-only">
              {percent.format(shareOf(BigInt(balanceCents)))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
