"use client";

import { useQuery } from "@tanstack/react-query";
import { KeyRound, Pencil, Plus, UserMinus, UserRound } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { type ComponentProps, useState } from "react";
import { readOptions } from "@/components/kit/api/read-options";
import { useMayWrite } from "@/components/kit/api/session";
import { useUrlDialog } from "@/components/kit/dialog/use-url-dialog";
import { InUsePage } from "@/components/kit/list/in-use-page";
import type { Translate } from "@/components/kit/locale/translate";
import { Button } from "@/components/kit/ui/button";
import { Chip } from "@/components/kit/ui/chip";
import { Time } from "@/components/kit/ui/format";
import { MenuItem, MenuRule, RowMenu } from "@/components/kit/ui/menu";
import { buttonsColumn, type Column, lastUseColumn } from "@/components/kit/ui/table";
import { LimitsLine } from "@/components/portal/keys/limits-line";
import type { Cashier } from "./cashier-dialogs";

// Forms are heavy, so they load when opened.
const loadDialogs = () => import("./cashier-dialogs");
const AddCashierDialog = dynamic(async () => (await loadDialogs()).AddCashierDialog);
const CashierDialog = dynamic(async () => (await loadDialogs()).CashierDialog);

type CashierAction = ComponentProps<typeof CashierDialog>["action"];
type OnAction = (action: CashierAction, cashier: Cashier) => void;

/** The people who work at the store's tills. Owners and managers change them. */
export function CashiersView() {
  const t = useTranslations("cashiers");
  const mayWrite = useMayWrite();
  const [adding, setAdding] = useUrlDialog("add", mayWrite);
  const [open, setOpen] = useState<{ action: CashierAction; cashier: Cashier } | null>(null);
  const query = useQuery(readOptions(["cashiers"], "/api/portal/cashiers"));
  const addButton = mayWrite && (
    <Button variant="primary" onClick={() => setAdding(true)}>
      <Plus aria-hidden /> {t("add.submit")}
    </Button>
  );
  const onAction: OnAction = (action, cashier) => setOpen({ action, cashier });
  return (
    <>
      <InUsePage
        query={query}
        rows={({ cashiers }) => cashiers}
        columns={columnsOf(t, mayWrite ? onAction : null)}
        isEnded={({ deactivatedAt }) => deactivatedAt !== null}
        title={t("title")}
        purpose={t("purpose")}
        icon={<UserRound aria-hidden />}
        action={addButton}
        empty={{ title: t("list.empty.title"), text: t("list.empty.text") }}
        noneInUse={{ title: t("list.noneActive.title"), text: t("list.noneActive.text") }}
        ended={t("list.deactivated")}
      />
      {adding && <AddCashierDialog onClose={() => setAdding(false)} />}
      {open && <CashierDialog {...open} onClose={() => setOpen(null)} />}
    </>
  );
}

/** `onAction` is null for people who can't change cashiers. */
const columnsOf = (t: Translate<"cashiers">, onAction: OnAction | null): Column<Cashier>[] => [
  {
    header: t("list.columns.name"),
    phone: "what",
    cell: (cashier) => (
      <div className="min-w-0 unstacked:py-2">
        <p className="max-w-64 truncate font-medium">{cashier.name}</p>
        <LimitsLine limits={cashier} />
      </div>
    ),
  },
  {
    header: t("list.columns.status"),
    phone: "amount",
    cell: ({ deactivatedAt }) =>
      deactivatedAt ? (
        <Chip tone="neutral" word={t("status.deactivated")} />
      ) : (
        <Chip tone="positive" word={t("status.active")} />
      ),
  },
  lastUseColumn(t("list.columns.lastSeen"), t("list.never"), ({ lastSeenAt }) => lastSeenAt),
  {
    header: t("list.columns.added"),
    phone: "hidden",
    from: "lg",
    cell: ({ createdAt, createdBy }) => (
      <div className="py-2 text-sm text-muted">
        <Time at={createdAt} />
        <p className="max-w-40 truncate">{t("list.addedBy", { name: createdBy })}</p>
      </div>
    ),
  },
  buttonsColumn(
    t("list.columns.actions"),
    (cashier) =>
      onAction &&
      !cashier.deactivatedAt && (
        <CashierMenu cashier={cashier} onAction={(action) => onAction(action, cashier)} />
      ),
  ),
];

type MenuProps = { cashier: Cashier; onAction: (action: CashierAction) => void };

function CashierMenu({ cashier, onAction }: MenuProps) {
  const t = useTranslations("cashiers");
  return (
    <RowMenu label={t("list.actions.label", { name: cashier.name })}>
      <MenuItem onSelect={() => onAction("edit")}>
        <Pencil aria-hidden /> {t("list.actions.edit")}
      </MenuItem>
      <MenuItem onSelect={() => onAction("changePin")}>
        <KeyRound aria-hidden /> {t("list.actions.changePin")}
      </MenuItem>
      <MenuRule />
      <MenuItem onSelect={() => onAction("deactivate")}>
        <UserMinus aria-hidden /> {t("list.actions.deactivate")}
      </MenuItem>
    </RowMenu>
  );
}
