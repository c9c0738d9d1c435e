"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { HandCoins } from "lucide-react";
import { parseAsString, useQueryStates } from "nuqs";
import { List, placeParsers, rowsPerPage, useCursorSteps } from "@/components/list";
import { read } from "@/components/queries";
import { MovementPanel } from "@/components/transactions/movement-panel";
import { EmptyState } from "@/components/ui/states";
import { issuedColumns } from "./issued-columns";

/** All issued store credit, newest first, with customer, reason and issuer. */
export function IssuedList() {
  const [{ page, cursor, transaction }, setState] = useQueryStates(
    { ...placeParsers, transaction: parseAsString },
    { history: "push" },
  );
  const query = { account: "store_credit" as const, limit: rowsPerPage, cursor };
  const issued = useQuery({
    ...read(["transactions", "list", query], "/api/portal/transactions", query),
    placeholderData: keepPreviousData,
  });
  const steps = useCursorSteps({ page, cursor }, issued, setState);
  const rows = issued.data?.movements ?? [];
  const open = (id: string) => void setState({ transaction: id });
  return (
    <section aria-label="Issued" className="min-w-0">
      <List
        query={issued}
        what="The store credit"
        loading="Loading what was issued"
        caption="Store credit that was issued, newest first"
        columns={issuedColumns(open)}
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
          key={transaction}
          id={transaction}
          known={rows.find(({ id }) => id === transaction)}
          onClose={() => void setState({ transaction: null })}
        />
      )}
    </section>
  );
}
