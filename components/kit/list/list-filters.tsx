import { ListFilter as FilterIcon, X } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button, IconButton } from "@/components/kit/ui/button";
import { Popover } from "@/components/kit/ui/popover";

/** The change that turns filters off, by URL parameter. */
type NoFilter = Record<string, null>;

export type ListFilter = {
  label: string;
  /** What is chosen, in words; null if the filter is off. */
  value: string | null;
  none: NoFilter;
  /** Chooses a value. Omitted if only links to the list set it. */
  control?: ReactNode;
};

/** The filters that are set, without those of the view that is open. */
export function chosenFilters(filters: ListFilter[], search: string, view: string) {
  const [set, ofView] = [new URLSearchParams(search), new URLSearchParams(view)];
  const isOfView = ({ none }: ListFilter) =>
    Object.keys(none).every((name) => set.get(name) === ofView.get(name));
  return filters.filter((filter) => filter.value !== null && !isOfView(filter));
}

/** Opens all filters of a list. */
export function FilterMenu({ filters }: { filters: ListFilter[] }) {
  const t = useTranslations("common");
  return (
    <Popover
      label={t("filters.title")}
      trigger={
        <IconButton label={t("filters.title")}>
          <FilterIcon aria-hidden />
        </IconButton>
      }
    >
      {() => (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {filters.map(
            ({ label, control }) =>
              control && (
                <div key={label} className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
                  <span className="text-sm font-medium" aria-hidden>
                    {label}
                  </span>
                  {control}
                </div>
              ),
          )}
        </div>
      )}
    </Popover>
  );
}

type ChipsProps = { filters: ListFilter[]; onChange: (none: NoFilter) => void };

/** The filters that narrow a list, each with a button that turns it off. */
export function FilterChips({ filters, onChange }: ChipsProps) {
  const t = useTranslations("common");
  if (filters.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-2 py-2 print:hidden">
      {filters.map(({ label, value, none }) => (
        <button
          key={label}
          type="button"
          aria-label={t("filters.remove", { filter: `${label}: ${value}` })}
          onClick={() => onChange(none)}
          className="relative flex h-8 max-w-full min-w-0 items-center gap-1.5 rounded-md border border-accent-text bg-accent-tint px-2.5 text-sm text-accent-text transition-colors hover:bg-hover max-md:after:absolute max-md:after:-inset-y-1.5 max-md:after:inset-x-0"
        >
          <span className="truncate">
            <span className="font-medium">{label}</span>: {value}
          </span>
          <X className="size-4 shrink-0" aria-hidden />
        </button>
      ))}
      <Button
        variant="ghost"
        size="sm"
        onClick={() => onChange(Object.assign({}, ...filters.map(({ none }) => none)))}
      >
        {t("filters.clear")}
      </Button>
    </div>
  );
}
