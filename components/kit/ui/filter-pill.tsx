import { ChevronDown, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { Slot } from "radix-ui";
import { cx } from "./cx";
import type { PillPanelProps } from "./lazy/filter-pill";
import { useLazy } from "./use-lazy";

type Props = Omit<PillPanelProps, "trigger"> & {
  /** The selected value as text; null if the filter is off. */
  value: string | null;
  onClear: () => void;
};

const load = () => import("./lazy/filter-pill");

const half =
  "flex h-11 min-w-0 items-center border text-sm font-medium transition-colors md:h-8 [&_svg]:size-4 [&_svg]:shrink-0";

/** A filter button that shows its value, opens a panel to change it, and has a clear button. */
export function FilterPill({ label, value, onClear, children }: Props) {
  const t = useTranslations("common");
  const { Loaded, approach } = useLazy(load);
  const tone = value
    ? "border-accent-text bg-accent-tint text-accent-text"
    : "border-line bg-surface text-muted hover:bg-hover hover:text-ink";
  const trigger = (
    <button
      type="button"
      className={cx(half, tone, "gap-1.5 rounded-md px-3", value && "rounded-r-none border-r-0")}
    >
      <span className="truncate">
        {label}
        {value && <span className="font-normal">: {value}</span>}
      </span>
      {!value && <ChevronDown aria-hidden />}
    </button>
  );
  return (
    <div className="flex max-w-full min-w-0 print:hidden">
      {Loaded ? (
        <Loaded label={label} trigger={trigger}>
          {children}
        </Loaded>
      ) : (
        <Slot.Root aria-haspopup="dialog" {...approach}>
          {trigger}
        </Slot.Root>
      )}
      {value && (
        <button
          type="button"
          aria-label={t("filters.remove", { filter: label })}
          onClick={onClear}
          className={cx(half, tone, "w-11 justify-center rounded-r-md md:w-8")}
        >
          <X aria-hidden />
        </button>
      )}
    </div>
  );
}
