import { useTranslations } from "next-intl";
import type { ReplyOf } from "@/components/kit/api/api";
import { cx } from "@/components/kit/ui/cx";
import { Money } from "@/components/kit/ui/format";

export type TillTotals = ReplyOf<"/api/portal/tills/totals">["totals"];
type Kind = TillTotals[number]["kind"];

const mainKinds: Kind[] = ["issued", "topped_up", "redeemed", "refunded"];
const kinds: Kind[] = [...mainKinds, "load_reversed", "redemption_reversed", "refund_reversed"];

type Figures = Partial<Record<Kind, { count: number; cents: bigint }>>;
type Line = { id: string; name: string; currency: string; figures: Figures };

/** Adds up totals in lines of one cashier or device, or of all, in one currency each. */
function linesOf(totals: TillTotals, by: "cashier" | "device" | null, total: string): Line[] {
  const lines = new Map<string, Line>();
  for (const row of totals) {
    const { id, name } = by ? row[by] : { id: "total", name: total };
    const key = `${id} ${row.currency}`;
    const line = lines.get(key) ?? { id: key, name, currency: row.currency, figures: {} };
    const { count, cents } = line.figures[row.kind] ?? { count: 0, cents: 0n };
    line.figures[row.kind] = {
      count: count + row.count,
      cents: cents + BigInt(row.amountCents),
    };
    lines.set(key, line);
  }
  return [...lines.values()].sort(
    (a, b) => a.name.localeCompare(b.name) || a.currency.localeCompare(b.currency),
  );
}

type Props = {
  caption: string;
  totals: TillTotals;
  by: "cashier" | "device";
  /** For a dialog: a list, as on phones. */
  narrow?: true;
};

/** What was done at tills, with a line for each cashier or device and currency, and their totals. */
export function TillFigures({ caption, totals, by, narrow }: Props) {
  const t = useTranslations("reports");
  const lines = linesOf(totals, by, "");
  const sums = linesOf(totals, null, t("tills.total"));
  // Reversals are rare.
  const usedKinds = kinds.filter(
    (kind) => mainKinds.includes(kind) || sums.some(({ figures }) => figures[kind]),
  );
  // One line is its own total.
  const all = lines.length > sums.length ? [...lines, ...sums] : lines;
  return (
    <>
      {!narrow && (
        <FigureTable
          caption={caption}
          lines={all}
          sums={sums}
          usedKinds={usedKinds}
          heading={t(`tills.${by}`)}
        />
      )}
      <FigureList lines={all} usedKinds={usedKinds} narrow={narrow} />
    </>
  );
}

type TableProps = {
  caption: string;
  heading: string;
  lines: Line[];
  sums: Line[];
  usedKinds: Kind[];
};

/** For wide screens and print. */
function FigureTable({ caption, heading, lines, sums, usedKinds }: TableProps) {
  const t = useTranslations("reports");
  return (
    <table className="w-full text-left tabular-nums stacked:hidden">
      <caption className="sr-only">{caption}</caption>
      <thead className="text-xs text-muted">
        <tr className="h-9 border-b">
          <th scope="col" className="px-3 font-medium">
            {heading}
          </th>
          {usedKinds.map((kind) => (
            <th key={kind} scope="col" className="px-3 text-right font-medium">
              {t(`tills.kinds.${kind}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.id} className={sums.includes(line) ? "font-semibold" : "border-b"}>
            <th scope="row" className="max-w-48 truncate px-3 py-2 align-top font-medium">
              {line.name}
            </th>
            {usedKinds.map((kind) => (
              <td key={kind} className="px-3 py-2 text-right align-top">
                <Figure line={line} kind={kind} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type ListProps = { lines: Line[]; usedKinds: Kind[]; narrow: true | undefined };

/** For narrow screens: a block for each line. */
function FigureList({ lines, usedKinds, narrow }: ListProps) {
  const t = useTranslations("reports");
  return (
    <ol className={cx("grid gap-3", !narrow && "sm:grid-cols-2 unstacked:hidden")}>
      {lines.map((line) => (
        <li key={line.id} className="rounded-md border bg-surface p-4 print:break-inside-avoid">
          <h3 className="mb-2 truncate font-semibold">{line.name}</h3>
          <dl className="grid gap-1 text-sm tabular-nums">
            {usedKinds.map((kind) => (
              <div key={kind} className="flex justify-between gap-4">
                <dt className="text-muted">{t(`tills.kinds.${kind}`)}</dt>
                <dd className="text-right">
                  <Figure line={line} kind={kind} />
                </dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ol>
  );
}

function Figure({ line: { currency, figures }, kind }: { line: Line; kind: Kind }) {
  const t = useTranslations("reports");
  const { count, cents } = figures[kind] ?? { count: 0, cents: 0n };
  return (
    <>
      <Money amountCents={cents} currency={currency} />
      {count > 0 && (
        <span className="block text-sm font-normal text-muted">{t("tills.count", { count })}</span>
      )}
    </>
  );
}
