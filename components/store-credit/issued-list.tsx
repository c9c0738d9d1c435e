import { HandCoins } from "lucide-react";
import { useTranslations } from "next-intl";
import { List, useList } from "@/components/list";
import {
  actorColumn,
  amountColumn,
  SidePanelLink,
  whenColumn,
} from "@/components/transactions/columns";
import { MovementPanel } from "@/components/transactions/movement-panel";
import { useOpenTransaction } from "@/components/transactions/transaction-filters";
import type { Translate } from "@/components/translate";
import type { Movement } from "@/components/types";
import { EmptyState } from "@/components/ui/states";
import { type Column, textColumn } from "@/components/ui/table";
import { creditKindOf } from "./words";

export function IssuedList() {
  const t = useTranslations("transactions");
  const [transaction, open] = useOpenTransaction();
  const { query, steps } = useList({
    key: ["transactions", "list"],
    path: "/api/portal/transactions",
    parsers: {},
    queryOf: () => ({ account: "store_credit" }),
  });
  return (
    <section aria-label="Issued" className="min-w-0">
      <List
        query={query}
        caption="Store credit that was issued, newest first"
        columns={issuedColumns(t, open)}
        rows={(found) => found.movements}
        rowId={(movement) => movement.id}
        steps={steps}
        total={(found) => found.total}
        empty={
          <EmptyState
            icon={<HandCoins aria-hidden />}
            title="Nothing issued yet"
            text="Each store credit is listed here with its reason and who gave it."
          />
        }
      />
      {transaction && (
        <MovementPanel
          id={transaction}
          among={query.data?.movements ?? []}
          onClose={() => open(null)}
        />
      )}
    </section>
  );
}

const issuedColumns = (
  t: Translate<"transactions">,
  open: (id: string) => void,
): Column<Movement>[] => [
  {
    header: "Customer",
    phone: "what",
    cell: ({ id, card }) => (
      <span
        className="block max-w-44 truncate xl:max-w-72 max-md:max-w-[55vw]"
        title={card.ownerEmail ?? ""}
      >
        <SidePanelLink href={`/store-credit?view=issued&transaction=${id}`} onOpen={() => open(id)}>
          {card.ownerEmail ?? `Card ending in ${card.last4}`}
        </SidePanelLink>
      </span>
    ),
  },
  {
    header: "Kind",
    phone: "state",
    cell: ({ source }) => <span className="text-muted max-md:text-sm">{creditKindOf(source)}</span>,
  },
  textColumn("Reason", ({ note }) => note, { className: "max-w-56", from: "lg" }),
  actorColumn(t, "Issued by", "lg"),
  { ...whenColumn(t), from: "lg" },
  amountColumn(t),
];
