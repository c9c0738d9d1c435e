import { Search, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { IconButton } from "@/components/kit/ui/button";
import { CloseSearch } from "@/components/kit/ui/search-field";
import { chosenFilters, FilterChips, FilterMenu, type ListFilter } from "./list-filters";
import { SavedViewTabs } from "./saved-views";
import { type ListUrl, type ListView, shownView, type ViewList } from "./view";
import { ViewTabs } from "./view-tabs";

export type ListBarProps = {
  url: ListUrl;
  /** The built-in views. */
  views?: readonly ListView[];
  /** The list whose views can be saved. */
  saved?: ViewList;
  /** Instead of the views. */
  tabs?: ReactNode;
  /** The search box, and whether the list is searched. */
  search?: { box: ReactNode; isActive: boolean };
  filters?: ListFilter[];
  /** Turns filters off. */
  onChange?: (none: Record<string, null>) => void;
  sort?: ReactNode;
  columns?: ReactNode;
  exports?: ReactNode;
};

/** Above a list: its views as tabs, and behind them, as icons, search, filters, sorting, columns and export. */
export function ListBar(props: ListBarProps) {
  const { url, views = [], saved, search, filters = [], onChange = () => {} } = props;
  const box = useSearchBox(search?.isActive ?? false);
  const view = url.viewId ? undefined : shownView(views, url.search);
  const tabs = saved ? (
    <SavedViewTabs list={saved} url={url} views={views} />
  ) : (
    <ViewTabs url={url} views={views} />
  );
  return (
    <div className="print:hidden">
      <div className="flex flex-wrap items-center gap-x-4 border-b md:min-h-10 md:flex-nowrap">
        <div className="-mb-px min-w-0 flex-1 self-end">{props.tabs ?? tabs}</div>
        {search && box.isOpen && (
          <div
            ref={box.element}
            className="order-last w-full pt-1 pb-2 md:order-none md:w-80 md:shrink-0 md:py-0.5"
          >
            <CloseSearch value={search.isActive ? null : box.close}>{search.box}</CloseSearch>
          </div>
        )}
        <div className="flex shrink-0 items-center md:gap-1">
          {search && !search.isActive && <SearchToggle box={box} />}
          {filters.some(({ control }) => control) && <FilterMenu filters={filters} />}
          {props.sort}
          {props.columns}
          {props.exports}
        </div>
      </div>
      <FilterChips
        filters={chosenFilters(filters, url.search, view?.query ?? "")}
        onChange={onChange}
      />
    </div>
  );
}

/** A search box that opens by its icon, and by "/", and stays open while the list is searched. */
function useSearchBox(isActive: boolean) {
  const [isOpened, setOpened] = useState(false);
  const element = useRef<HTMLDivElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);
  const open = () => {
    flushSync(() => setOpened(true));
    element.current?.querySelector("input")?.focus();
  };
  const close = () => {
    flushSync(() => setOpened(false));
    toggle.current?.focus();
  };
  useEffect(() => {
    if (window.location.hash !== "#search") return;
    setOpened(true);
    requestAnimationFrame(() => element.current?.querySelector("input")?.focus());
  }, []);
  // It stays open when its term is deleted.
  if (isActive && !isOpened) setOpened(true);
  return { element, toggle, isOpen: isOpened, open, close };
}

function SearchToggle({ box }: { box: ReturnType<typeof useSearchBox> }) {
  const t = useTranslations("common");
  return (
    <IconButton
      ref={box.toggle}
      data-search={box.isOpen ? undefined : true}
      label={t(box.isOpen ? "filters.closeSearch" : "filters.search")}
      aria-expanded={box.isOpen}
      onClick={box.isOpen ? box.close : box.open}
    >
      {box.isOpen ? <X aria-hidden /> : <Search aria-hidden />}
    </IconButton>
  );
}
