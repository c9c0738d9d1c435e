import { Columns3 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useSyncExternalStore } from "react";
import { IconButton } from "@/components/kit/ui/button";
import { Menu, MenuCheck } from "@/components/kit/ui/menu";

const columnsChangedEvent = "scrip:columns";

/** Hidden columns of the list `name`, stored in this browser. */
export function useHiddenColumns(name: string) {
  const key = `scrip.columns.${name}`;
  const kept = useSyncExternalStore(
    subscribe,
    () => localStorage.getItem(key) ?? "",
    () => "",
  );
  const hidden = kept.split(",").filter(Boolean);
  const toggle = (id: string) => {
    const next = hidden.includes(id) ? hidden.filter((one) => one !== id) : [...hidden, id];
    try {
      localStorage.setItem(key, next.join(","));
    } catch {
      // Storage is unavailable; all columns stay visible.
    }
    window.dispatchEvent(new Event(columnsChangedEvent));
  };
  return { hidden, toggle };
}

function subscribe(onChange: () => void) {
  window.addEventListener(columnsChangedEvent, onChange);
  window.addEventListener("storage", onChange);
  return () => {
    window.removeEventListener(columnsChangedEvent, onChange);
    window.removeEventListener("storage", onChange);
  };
}

type Props = {
  columns: { id: string; header: string }[];
  hidden: string[];
  onToggle: (id: string) => void;
};

/** Chooses the columns of a list. On phones, rows have none. */
export function ColumnMenu({ columns, hidden, onToggle }: Props) {
  const t = useTranslations("common");
  return (
    <Menu
      align="end"
      className="min-w-48"
      trigger={
        <IconButton label={t("filters.columns")} className="max-md:hidden">
          <Columns3 aria-hidden />
        </IconButton>
      }
    >
      {columns.map(({ id, header }) => (
        <MenuCheck key={id} checked={!hidden.includes(id)} onToggle={() => onToggle(id)}>
          {header}
        </MenuCheck>
      ))}
    </Menu>
  );
}
