import { MoreHorizontal } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Chip } from "@/components/ui/chip";
import { Money } from "@/components/ui/format";
import { Menu, MenuItem } from "@/components/ui/menu";
import type { Column } from "@/components/ui/table";
import {
  type Agreement,
  type AgreementActionName,
  actionsFor,
  stateOf,
  unsettledLimitsOf,
} from "./words";

type OnAction = (action: { what: AgreementActionName; agreement: Agreement }) => void;

/** Columns of the agreements table; without `onAction` it is read-only. */
export const agreementColumns = (onAction: OnAction | null): Column<Agreement>[] => [
  {
    header: "Store",
    phone: "what",
    cell: ({ otherStore: { name, slug } }) => (
      <div className="min-w-0 md:py-2">
        <p className="max-w-48 truncate md:max-w-28 font-medium lg:max-w-64">{name}</p>
        <p className="max-w-48 truncate md:max-w-28 font-mono text-sm font-normal text-muted lg:max-w-64">
          {slug}
        </p>
      </div>
    ),
  },
  { header: "State", phone: "when", cell: (agreement) => <Chip {...stateOf(agreement)} /> },
  owedColumn("They owe you", "owedToUsCents", "amount"),
  owedColumn("You owe them", "owedByUsCents", "hidden"),
  limitColumn("Per transfer", "maxTransferCents"),
  limitColumn("Per day", "maxDayCents"),
  ...(onAction ? [actionsColumn(onAction)] : []),
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

/** An unsettled amount and the limits on it. Phones hide the column's header, so they show `label`. */
const Owed = ({ agreement, cents, label }: OwedProps) => {
  const { currency, otherLimits } = agreement;
  const limits = unsettledLimitsOf(agreement);
  return (
    <span className="whitespace-nowrap">
      <span className="font-normal text-muted md:hidden">{label} </span>
      <Money amountCents={cents} currency={currency} />
      {limits.cents !== null && (
        <span className="font-normal text-muted md:max-lg:hidden">
          {" of "}
          <Money amountCents={limits.cents} currency={currency} />
        </span>
      )}
      {limits.otherCents !== null && (
        <span className="block text-sm font-normal text-muted md:max-lg:hidden">
          {"Their limit: "}
          <Money amountCents={limits.otherCents} currency={otherLimits.currency} />
        </span>
      )}
    </span>
  );
};

function limitColumn(header: string, name: "maxTransferCents" | "maxDayCents"): Column<Agreement> {
  return {
    header,
    phone: "hidden",
    from: "xl",
    align: "right",
    muted: true,
    cell: ({ currency, [name]: cents }) =>
      cents === null ? "—" : <Money amountCents={cents} currency={currency} />,
  };
}

function actionsColumn(onAction: OnAction): Column<Agreement> {
  return {
    header: "Actions",
    headerHidden: true,
    phone: "state",
    align: "right",
    cell: (agreement) => {
      const actions = actionsFor(agreement);
      if (actions.length === 0) return null;
      return (
        <Menu
          trigger={
            <Button
              variant="ghost"
              size="icon-sm"
              aria-label={`Change the agreement with ${agreement.otherStore.name}`}
            >
              <MoreHorizontal aria-hidden />
            </Button>
          }
        >
          {actions.map(({ name, label }) => (
            <MenuItem key={name} onSelect={() => onAction({ what: name, agreement })}>
              {label}
            </MenuItem>
          ))}
        </Menu>
      );
    },
  };
}
