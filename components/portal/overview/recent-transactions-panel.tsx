import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { NotLoaded } from "@/components/kit/ui/states";
import { Table } from "@/components/kit/ui/table";
import { movementColumns } from "@/components/portal/transactions/columns";
import { MovementPanel } from "@/components/portal/transactions/lazy-movement-panel";
import { PanelLink } from "./cards-panel";
import { recentTransactions } from "./filters";

const refreshMs = 30_000;

export function RecentTransactionsPanel() {
  const t = useTranslations("overview");
  const transactionWords = useTranslations("transactions");
  const [open, setOpen] = useState<string | null>(null);
  const recent = useQuery({
    ...recentTransactions,
    refetchInterval: (state) => (state.state.error ? false : refreshMs),
  });
  const movements = recent.data?.movements ?? [];
  return (
    <section aria-labelledby="recent" className="grid min-w-0 gap-3">
      <header className="flex items-center justify-between gap-4">
        <h2 id="recent" className="text-base font-semibold">
          {t("recent.title")}
        </h2>
        {movements.length > 0 && <PanelLink href="/transactions">{t("recent.viewAll")}</PanelLink>}
      </header>
      {!recent.data ? (
        <NotLoaded query={recent} />
      ) : movements.length === 0 ? (
        <p className="text-muted">{t("recent.none")}</p>
      ) : (
        // The header sticks to this box, not below the banner of test mode.
        <div className="overflow-x-auto [--banner-height:0px]">
          <Table
            caption={t("recent.caption")}
            columns={movementColumns(
              transactionWords,
              setOpen,
              (id) => `/transactions?transaction=${id}`,
            )}
            rows={movements}
            rowId={({ id }) => id}
          />
        </div>
      )}
      {open && <MovementPanel id={open} among={movements} onClose={() => setOpen(null)} />}
    </section>
  );
}
