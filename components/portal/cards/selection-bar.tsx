import { ChevronDown, Download } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { postForFile } from "@/components/kit/api/api";
import { useAction } from "@/components/kit/api/queries";
import { useMayWrite, useSession } from "@/components/kit/api/session";
import type { ListedCard } from "@/components/kit/api/types";
import { saveFile } from "@/components/kit/page/download-link";
import { useToastError } from "@/components/kit/page/toast";
import { Button } from "@/components/kit/ui/button";
import { Menu, MenuItem } from "@/components/kit/ui/menu";
import { fileNameOf } from "@/lib/base/file-name";
import { type BulkAction, fits } from "./bulk-actions";
import type { BulkChange } from "./use-bulk";
import { type CardQuery, maxSelected, type Selection } from "./use-selection";

// Forms are heavy, so load them when a dialog opens.
const loadDialogs = () => import("./bulk-dialogs");
const dialogs = {
  activate: dynamic(async () => (await loadDialogs()).BulkActivateDialog),
  freeze: dynamic(async () => (await loadDialogs()).BulkFreezeDialog),
  unfreeze: dynamic(async () => (await loadDialogs()).BulkUnfreezeDialog),
  extend: dynamic(async () => (await loadDialogs()).BulkExtendDialog),
  disable: dynamic(async () => (await loadDialogs()).BulkDisableDialog),
};

type Props = {
  selection: Selection;
  /** What the list shows, over all its pages. */
  listed: { query: CardQuery; total: number | null; isOnOnePage: boolean };
  busy: boolean;
  onConfirm: (cards: ListedCard[], change: BulkChange) => void;
};

/** What can be done with the selected cards. Stays in view while the list scrolls. */
export function SelectionBar({ selection, listed, busy, onConfirm }: Props) {
  const t = useTranslations("cards");
  const mayWrite = useMayWrite();
  const [task, setTask] = useState<BulkAction | null>(null);
  const { cards, isLoading } = selection;
  if (cards.length === 0 && !isLoading) return null;
  const can = (action: BulkAction) => mayWrite && cards.some(fits[action]);
  const others = (["freeze", "unfreeze", "extend", "disable"] as const).filter(can);
  const TaskDialog = task && dialogs[task];
  return (
    <section
      aria-label={t("bulk.label")}
      className="sticky bottom-3 z-20 mt-3 flex flex-wrap items-center gap-2 rounded-md border bg-surface p-2 shadow-float print:hidden"
    >
      <p className="px-2 font-medium tabular-nums" role="status">
        {t("bulk.selected", { count: cards.length })}
      </p>
      <div className="mr-auto flex gap-2">
        <SelectAll selection={selection} {...listed} />
        <Button size="sm" variant="ghost" onClick={selection.clear}>
          {t("bulk.clear")}
        </Button>
      </div>
      {can("activate") && (
        <Button size="sm" disabled={busy || isLoading} onClick={() => setTask("activate")}>
          {t("bulk.activate")}
        </Button>
      )}
      {others.length > 0 && (
        <Menu
          trigger={
            <Button size="sm" disabled={busy || isLoading}>
              {t("bulk.more")} <ChevronDown aria-hidden />
            </Button>
          }
        >
          {others.map((action) => (
            <MenuItem key={action} onSelect={() => setTask(action)}>
              {t(`bulk.action.${action}`)}
            </MenuItem>
          ))}
        </Menu>
      )}
      <ExportButton cards={cards} />
      {TaskDialog && (
        <TaskDialog
          cards={cards}
          onClose={() => setTask(null)}
          onConfirm={(change) => {
            setTask(null);
            selection.clear();
            onConfirm(cards, change);
          }}
        />
      )}
    </section>
  );
}

type SelectAllProps = Props["listed"] & { selection: Selection };

/** Selects what the list shows on its other pages, too. */
function SelectAll({ selection, query, total, isOnOnePage }: SelectAllProps): ReactNode {
  const t = useTranslations("cards");
  const count = selection.cards.length;
  if (selection.isLoading) {
    return (
      <Button size="sm" onClick={selection.stop}>
        {t("bulk.stop")}
      </Button>
    );
  }
  if (isOnOnePage || count >= Math.min(total ?? maxSelected, maxSelected)) return null;
  return (
    <Button size="sm" variant="ghost" onClick={() => void selection.selectAll(query)}>
      {total === null
        ? t("bulk.selectMatching")
        : t(total > maxSelected ? "bulk.selectFirst" : "bulk.selectAll", {
            total: Math.min(total, maxSelected),
          })}
    </Button>
  );
}

/** The server takes no more for one file. */
const maxExported = 500;

function ExportButton({ cards }: { cards: ListedCard[] }) {
  const t = useTranslations("cards");
  const toastError = useToastError();
  const { merchant } = useSession();
  const save = useAction({
    send: () =>
      postForFile("/api/portal/cards/bulk/export", { cardUuids: cards.map(({ uuid }) => uuid) }),
    refresh: [],
    done: (file) => saveFile(`${fileNameOf(merchant, "cards")}.csv`, file),
    failed: toastError,
  });
  const isTooMany = cards.length > maxExported;
  return (
    <Button
      size="sm"
      busy={save.isPending}
      disabled={isTooMany}
      {...(isTooMany && { title: t("bulk.exportLimit", { max: maxExported }) })}
      onClick={() => save.mutate()}
    >
      {!save.isPending && <Download aria-hidden />} {t("bulk.export")}
    </Button>
  );
}
