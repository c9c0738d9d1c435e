import { useTranslations } from "next-intl";
import type { Translate } from "@/components/kit/locale/translate";
import { formatMoney } from "@/components/kit/money/money";
import { Chip } from "@/components/kit/ui/chip";
import { Money } from "@/components/kit/ui/format";
import { MenuItem, RowMenu } from "@/components/kit/ui/menu";
import { buttonsColumn, type Column } from "@/components/kit/ui/table";
import {
  type Agreement,
  type AgreementActionName,
  actionsFor,
  stateOf,
  unsettledLimitsOf,
} from "./words";

type OnAction = (action: { action: AgreementActionName; agreement: Agreement }) => void;

/** Columns of the agreements table; without `onAction` it is read-only. */
export const agreementColumns = (
  t: Translate<"agreements">,
  onAction: OnAction | null,
): Column<Agreement>[] => [
  {
    header: t("column.store"),
    phone: "what",
    cell: ({ otherStore: { name, slug } }) => (
      <div className="min-w-0 unstacked:py-2">
        <p className="max-w-48 truncate font-medium xl:max-w-64 stacked:max-w-none stacked:whitespace-normal">
          {name}
        </p>
        <p className="max-w-48 truncate font-mono text-sm font-normal text-muted xl:max-w-64 stacked:max-w-none stacked:whitespace-normal">
          {slug}
        </p>
      </div>
    ),
  },
  {
    header: t("column.status"),
    phone: "amount",
    cell: (agreement) => <Chip {...stateOf(t, agreement)} />,
  },
  owedColumn(t("column.theyOwe"), "owedToUsCents", "who"),
  owedColumn(t("column.youOwe"), "owedByUsCents", "hidden"),
  limitColumn(t("column.perTransfer"), "maxTransferCents"),
  limitColumn(t("column.perDay"), "maxDayCents"),
  ...(onAction ? [actionsColumn(t, onAction)] : []),
];

/** A column of an unsettled amount in one direction, with the limits on it. */
export function owedColumn(
  header: string,
  name: "owedToUsCents" | "owedByUsCents",
  phone: Column<Agreement>["phone"],
): Column<Agreement> {
  return {
    header,
    phone,
    align: "right",
    cell: (agreement) => <Owed agreement={agreement} cents={agreement[name]} label={header} />,
  };
}

type OwedProps = { agreement: Agreement; cents: number; label: string };

/** An unsettled amount and the limits on it. Phones show `label` instead of the column's header, and no limits. */
const Owed = ({ agreement, cents, label }: OwedProps) => {
  const t = useTranslations("agreements");
  const { currency, otherLimits } = agreement;
  const limits = unsettledLimitsOf(agreement);
  return (
    <span className="whitespace-nowrap tabular-nums">
      <span className="font-normal text-muted unstacked:hidden">{label} </span>
      <Money amountCents={cents} currency={currency} />
      {limits.cents !== null && (
        <span className="font-normal text-muted below-lg:hidden stacked:hidden">
          {" "}
          {t("owed.limit", { limit: formatMoney(limits.cents, currency) })}
        </span>
      )}
      {limits.otherCents !== null && (
        <span className="block text-sm font-normal text-muted below-lg:hidden stacked:hidden">
          {t("owed.theirLimit", { limit: formatMoney(limits.otherCents, otherLimits.currency) })}
        </span>
      )}
    </span>
  );
};

function limitColumn(header: string, name: "maxTransferCents" | "maxDayCents"): Column<Agreement> {
  return {
    header,
    phone: "hidden",
    from: "2xl",
    align: "right",
    muted: true,
    cell: ({ currency, [name]: cents }) =>
      cents === null ? "—" : <Money amountCents={cents} currency={currency} />,
  };
}

function actionsColumn(t: Translate<"agreements">, onAction: OnAction): Column<Agreement> {
  return buttonsColumn(t("column.actions"), (agreement) => {
    const actions = actionsFor(t, agreement);
    if (actions.length === 0) return null;
    return (
      <RowMenu label={t("action.menu", { store: agreement.otherStore.name })}>
        {actions.map(({ name, label }) => (
          <MenuItem key={name} onSelect={() => onAction({ action: name, agreement })}>
            {label}
          </MenuItem>
        ))}
      </RowMenu>
    );
  });
}
