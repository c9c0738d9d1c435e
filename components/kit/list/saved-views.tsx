import { useQuery } from "@tanstack/react-query";
import { ChevronDown, Plus, Users } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { type BodyOf, patch, url as pathOf } from "@/components/kit/api/api";
import { useAction } from "@/components/kit/api/queries";
import { useIsOwner, useMayWrite } from "@/components/kit/api/session";
import { toast, useToastError } from "@/components/kit/page/toast";
import { IconButton } from "@/components/kit/ui/button";
import { Menu, MenuItem, MenuRule } from "@/components/kit/ui/menu";
import { TabLinks } from "@/components/kit/ui/tab-links";
import {
  type ListUrl,
  type ListView,
  openView,
  type SavedView,
  savedViews,
  shownView,
  type ViewList,
} from "./view";
import { tabsOf } from "./view-tabs";

// Forms are heavy, so load them when a dialog opens.
const loadDialogs = () => import("./view-dialogs");
const SaveViewDialog = dynamic(async () => (await loadDialogs()).SaveViewDialog);
const RenameViewDialog = dynamic(async () => (await loadDialogs()).RenameViewDialog);
const DeleteViewDialog = dynamic(async () => (await loadDialogs()).DeleteViewDialog);

type Task = "save" | "rename" | "delete";

type Props = { list: ViewList; views: readonly ListView[]; url: ListUrl };

/** The views of a list as tabs: built-in ones, then saved ones, whose menu changes them, and "+", which saves one. */
export function SavedViewTabs({ list, views, url }: Props) {
  const t = useTranslations("common");
  const saved = useQuery(savedViews(list)).data?.views ?? [];
  const [task, setTask] = useState<Task | null>(null);
  const { search, hrefOf } = url;
  const shown = saved.find(({ id }) => id === url.viewId);
  const onClose = () => setTask(null);
  const tabs = [
    ...tabsOf(views, url, shown ? undefined : shownView(views, search)),
    ...saved.map((view) => ({
      href: hrefOf(view.query, view.id),
      label: <SavedName view={view} />,
      active: view === shown,
      menu: view === shown && <ViewMenu list={list} view={view} search={search} onTask={setTask} />,
    })),
  ];
  return (
    <>
      <TabLinks
        label={t("views.title")}
        bare
        onOpen={openView}
        tabs={tabs}
        end={
          <IconButton
            label={t("views.save")}
            className="self-center"
            onClick={() => (search === "" ? toast(t("views.hint")) : setTask("save"))}
          >
            <Plus aria-hidden />
          </IconButton>
        }
      />
      {task === "save" && (
        <SaveViewDialog
          list={list}
          query={search}
          onClose={onClose}
          onSaved={({ id }) => openView(hrefOf(search, id))}
        />
      )}
      {task === "rename" && shown && (
        <RenameViewDialog list={list} view={shown} onClose={onClose} />
      )}
      {task === "delete" && shown && (
        <DeleteViewDialog
          list={list}
          view={shown}
          onClose={onClose}
          onDeleted={() => openView(hrefOf(""))}
        />
      )}
    </>
  );
}

function SavedName({ view }: { view: SavedView }) {
  const t = useTranslations("common");
  return (
    <>
      <span className="max-w-48 truncate">{view.name}</span>
      {view.isShared && <Users className="size-3.5" aria-label={t("views.shared")} />}
    </>
  );
}

type MenuProps = {
  list: ViewList;
  view: SavedView;
  search: string;
  onTask: (task: Task) => void;
};

/** The menu of the open view, for the person who saved it and for owners. */
function ViewMenu({ list, view, search, onTask }: MenuProps) {
  const t = useTranslations("common");
  const [isOwner, mayShare] = [useIsOwner(), useMayWrite()];
  const change = useChange(list, view);
  const { name, isShared } = view;
  if (!view.isOwn && !isOwner) return null;
  return (
    <Menu
      trigger={
        <IconButton label={t("views.change", { name })} disabled={change.isPending}>
          <ChevronDown aria-hidden />
        </IconButton>
      }
    >
      {search !== view.query && search !== "" && (
        <MenuItem onSelect={() => change.mutate({ query: search })}>{t("views.update")}</MenuItem>
      )}
      <MenuItem onSelect={() => onTask("rename")}>{t("views.rename")}</MenuItem>
      {(mayShare || isShared) && (
        <MenuItem onSelect={() => change.mutate({ isShared: !isShared })}>
          {t(isShared ? "views.unshare" : "views.share")}
        </MenuItem>
      )}
      <MenuRule />
      <MenuItem onSelect={() => onTask("delete")}>{t("views.delete")}</MenuItem>
    </Menu>
  );
}

/** Saves the list's filters in the view, or shares it with the team. */
function useChange(list: ViewList, view: SavedView) {
  const t = useTranslations("common");
  return useAction({
    send: (change: BodyOf<"/api/portal/saved-views/{id}", "PATCH">) =>
      patch(pathOf("/api/portal/saved-views/{id}", view), change),
    refresh: [["saved-views", list]],
    done: (_, { isShared }) => {
      if (isShared === undefined) toast(t("views.updated", { name: view.name }));
      else toast(t(isShared ? "views.nowShared" : "views.nowOwn", { name: view.name }));
    },
    failed: useToastError(),
  });
}
