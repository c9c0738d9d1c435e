import { useQuery } from "@tanstack/react-query";
import { Bookmark, Check, ChevronDown } from "lucide-react";
import dynamic from "next/dynamic";
import { usePathname, useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useQueryState } from "nuqs";
import { parseAsString } from "nuqs/server";
import { useState } from "react";
import { patch, url } from "@/components/kit/api/api";
import { useAction } from "@/components/kit/api/queries";
import { toast, useToastError } from "@/components/kit/page/toast";
import { Button } from "@/components/kit/ui/button";
import { cx } from "@/components/kit/ui/cx";
import { Menu, MenuItem, MenuLabel, MenuRule } from "@/components/kit/ui/menu";
import { type SavedView, savedViews, type ViewList } from "./view";

// Forms are heavy, so load them when a dialog opens.
const loadDialogs = () => import("./view-dialogs");
const SaveViewDialog = dynamic(async () => (await loadDialogs()).SaveViewDialog);
const RenameViewDialog = dynamic(async () => (await loadDialogs()).RenameViewDialog);
const DeleteViewDialog = dynamic(async () => (await loadDialogs()).DeleteViewDialog);

type Task = "save" | "rename" | "delete";

type Props = {
  list: ViewList;
  /** The list's filters and sorting as a query string. */
  search: string;
};

/** The person's saved views of a list: opens them, and saves, updates, renames and deletes them. */
export function SavedViews({ list, search }: Props) {
  const t = useTranslations("common");
  const views = useQuery(savedViews(list)).data?.views ?? [];
  const [viewId, setViewId] = useQueryState("view", parseAsString);
  const [task, setTask] = useState<Task | null>(null);
  const open = useOpenView();
  const openView = views.find(({ id }) => id === viewId) ?? null;
  const isChanged = openView !== null && openView.query !== search;
  const update = useUpdate(openView, search, list);
  const close = () => setTask(null);

  return (
    <div className="flex flex-wrap items-center gap-2">
      <Menu
        className="max-h-96 max-w-80 overflow-y-auto"
        trigger={
          <Button size="sm" className="max-w-64">
            <Bookmark aria-hidden />
            <span className="truncate">{openView?.name ?? t("views.title")}</span>
            <ChevronDown aria-hidden />
          </Button>
        }
      >
        <ViewItem name={t("views.none")} isOpen={search === ""} onOpen={() => open(null)} />
        {views.length > 0 && <MenuLabel>{t("views.saved")}</MenuLabel>}
        {views.map((view) => (
          <ViewItem
            key={view.id}
            name={view.name}
            isOpen={view.id === openView?.id}
            onOpen={() => open(view)}
          />
        ))}
        <MenuRule />
        {search !== "" && <MenuItem onSelect={() => setTask("save")}>{t("views.saveAs")}</MenuItem>}
        {search === "" && !openView && <MenuLabel>{t("views.hint")}</MenuLabel>}
        {openView && (
          <>
            <MenuItem onSelect={() => setTask("rename")}>{t("views.rename")}</MenuItem>
            <MenuItem onSelect={() => setTask("delete")}>{t("views.delete")}</MenuItem>
          </>
        )}
      </Menu>
      {isChanged && search !== "" && (
        <Button size="sm" busy={update.isPending} onClick={() => update.mutate()}>
          {t("views.update")}
        </Button>
      )}
      {!openView && search !== "" && (
        <Button size="sm" variant="ghost" onClick={() => setTask("save")}>
          {t("views.save")}
        </Button>
      )}
      {task === "save" && (
        <SaveViewDialog
          list={list}
          query={search}
          onClose={close}
          onSaved={({ id }) => void setViewId(id)}
        />
      )}
      {task === "rename" && openView && (
        <RenameViewDialog list={list} view={openView} onClose={close} />
      )}
      {task === "delete" && openView && (
        <DeleteViewDialog
          list={list}
          view={openView}
          onClose={close}
          onDeleted={() => void setViewId(null)}
        />
      )}
    </div>
  );
}

type ItemProps = { name: string; isOpen: boolean; onOpen: () => void };

const ViewItem = ({ name, isOpen, onOpen }: ItemProps) => (
  <MenuItem onSelect={onOpen}>
    <span className="min-w-0 flex-1 truncate">{name}</span>
    <Check className={cx(!isOpen && "invisible")} aria-hidden />
  </MenuItem>
);

/** Opens a view on the page of its list; null for the list without filters. */
function useOpenView() {
  const router = useRouter();
  const pathname = usePathname();
  return (view: SavedView | null) => {
    if (!view) return router.push(pathname);
    const opened = new URLSearchParams(view.query);
    opened.set("view", view.id);
    router.push(`${pathname}?${opened}`);
  };
}

/** Saves the list's current filters in the view that is shown. */
function useUpdate(openView: SavedView | null, search: string, list: ViewList) {
  const t = useTranslations("common");
  const toastError = useToastError();
  return useAction({
    send: async () => {
      if (!openView) return;
      await patch(url("/api/portal/saved-views/{id}", openView), { query: search });
    },
    refresh: [["saved-views", list]],
    done: () => toast(t("views.updated", { name: openView?.name ?? "" })),
    failed: toastError,
  });
}
