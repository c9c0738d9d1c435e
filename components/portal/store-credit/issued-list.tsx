import { HandCoins } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { Movement } from "@/components/kit/api/types";
import { List, useList } from "@/components/kit/list/list";
import { ListBar } from "@/components/kit/list/list-bar";
import type { Translate } from "@/components/kit/locale/translate";
import { EmptyState } from "@/components/kit/ui/states";
import { type Column, textColumn } from "@/components/kit/ui/table";
import {
  actorColumn,
  amountColumn,
  OutcomeChip,
  SidePanelLink,
  whenColumn,
} from "@/components/portal/transactions/columns";
import { MovementPanel } from "@/components/portal/transactions/lazy-movement-panel";
import { useOpenTransaction } from "@/components/portal/transactions/transaction-filters";
import { issuedList } from "./filters";
import { creditKindInWords } from "./words";

/** The store credit that was issued. `tabs` lead to the page's other list. */
export function IssuedList({ tabs }: { tabs: ReactNode }) {
  const t = useTranslations("storeCredit");
  const tMovement = useTranslations("transactions");
  const [transaction, open] = useOpenTransaction();
  const { query, steps, url } = useList(issuedList);
  return (
    <section aria-label={t("issued.title")} className="min-w-0">
      <ListBar url={url} tabs={tabs} />
      <List
        query={query}
        caption={t("issued.caption")}
        columns={issuedColumns(t, tMovement, open)}
        rows={(found) => found.movements}
        rowId={(movement) => movement.id}
        steps={steps}
        total={(found) => found.total}
        empty={
          <EmptyState
            icon={<HandCoins aria-hidden />}
            title={t("issued.empty.title")}
            text={t("issued.empty.text")}
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
  t: Translate<"storeCredit">,
  tMovement: Translate<"transactions">,
  open: (id: string) => void,
): Column<Movement>[] => [
  {
    header: t("issued.column.customer"),
    phone: "what",
    cell: ({ id, card }) => (
      <span className="block max-w-72 truncate stacked:max-w-none">
        <SidePanelLink href={`/store-credit?view=issued&transaction=${id}`} onOpen={() => open(id)}>
          {card.ownerEmail ?? t("issued.card", { last4: card.last4 })}
        </SidePanelLink>
      </span>
    ),
  },
  {
    header: t("issued.column.kind"),
    phone: "state",
    cell: (movement) => (
      <span className="flex items-center gap-2 text-muted stacked:text-sm">
        {creditKindInWords(t, movement.source)} <OutcomeChip movement={movement} />
      </span>
    ),
  },
  textColumn(t("issued.column.note"), ({ note }) => note, { className: "max-w-56", from: "lg" }),
  actorColumn(tMovement, t("issued.column.issuedBy"), "lg"),
  { ...whenColumn(tMovement), from: "lg" },
  amountColumn(tMovement),
];
