import { Download } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { postForFile } from "@/components/kit/api/api";
import { useAction } from "@/components/kit/api/queries";
import { useMayWrite } from "@/components/kit/api/session";
import type { ListedCard } from "@/components/kit/api/types";
import { saveFile } from "@/components/kit/page/download-link";
import { useToastError } from "@/components/kit/page/toast";
import { Button } from "@/components/kit/ui/button";
import type { BulkChange } from "./use-bulk";
import type { Selection } from "./use-selection";

// Forms are heavy, so load them when a dialog opens.
const loadDialogs = () => import("./bulk-dialogs");
const BulkActivateDialog = dynamic(async () => (await loadDialogs()).BulkActivateDialog);
const BulkDisableDialog = dynamic(async () => (await loadDialogs()).BulkDisableDialog);

type Props = {
  selection: Selection;
  busy: boolean;
  onConfirm: (cards: ListedCard[], change: BulkChange) => void;
};

/** What can be done with the selected cards. Stays in view while the list scrolls. */
export function SelectionBar({ selection, busy, onConfirm }: Props) {
  const t = useTranslations("cards");
  const mayWrite = useMayWrite();
  const [task, setTask] = useState<BulkChange["action"] | null>(null);
  const { cards } = selection;
  if (cards.length === 0) return null;
  const has = (status: ListedCard["status"]) => cards.some((card) => card.status === status);
  const dialog = {
    cards,
    onClose: () => setTask(null),
    onConfirm: (change: BulkChange) => {
      setTask(null);
      selection.clear();
      onConfirm(cards, change);
    },
  };
  return (
    <section
      aria-label={t("bulk.label")}
      className="sticky bottom-3 z-20 mt-3 flex flex-wrap items-center gap-2 rounded-md border bg-surface p-2 shadow-float print:hidden"
    >
      <p className="mr-auto px-2 font-medium tabular-nums" role="status">
        {t("bulk.selected", { count: cards.length })}
      </p>
      {mayWrite && has("inactive") && (
        <Button size="sm" disabled={busy} onClick={() => setTask("activate")}>
          {t("bulk.activate")}
        </Button>
      )}
      {mayWrite && has("active") && (
        <Button size="sm" variant="danger-quiet" disabled={busy} onClick={() => setTask("disable")}>
          {t("bulk.deactivate")}
        </Button>
      )}
      <ExportButton cards={cards} />
      <Button size="sm" variant="ghost" onClick={selection.clear}>
        {t("bulk.clear")}
      </Button>
      {task === "activate" && <BulkActivateDialog {...dialog} />}
      {task === "disable" && <BulkDisableDialog {...dialog} />}
    </section>
  );
}

function ExportButton({ cards }: { cards: ListedCard[] }) {
  const t = useTranslations("cards");
  const toastError = useToastError();
  const save = useAction({
    send: () =>
      postForFile("/api/portal/cards/bulk/export", { cardUuids: cards.map(({ uuid }) => uuid) }),
    refresh: [],
    done: (file) => saveFile("cards.csv", file),
    failed: toastError,
  });
  return (
    <Button size="sm" busy={save.isPending} onClick={() => save.mutate()}>
      {!save.isPending && <Download aria-hidden />} {t("bulk.export")}
    </Button>
  );
}
