import { ArrowUpDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { IconButton } from "@/components/kit/ui/button";
import { Menu, MenuChoice } from "@/components/kit/ui/menu";

type ListSort =
  | "newest"
  | "oldest"
  | "expiring"
  | "expiring_last"
  | "last_used"
  | "highest"
  | "lowest"
  | "email"
  | "email_desc"
  | "best_match";

type Props<Sort extends string> = {
  value: Sort;
  options: readonly Sort[];
  onChange: (sort: Sort) => void;
};

/** Sorts a list, also where its columns have no headers. */
export function SortMenu<Sort extends ListSort>({ value, options, onChange }: Props<Sort>) {
  const t = useTranslations("common");
  return (
    <Menu
      align="end"
      trigger={
        <IconButton label={t("sort.by", { sort: t(`sort.${value as ListSort}`) })}>
          <ArrowUpDown aria-hidden />
        </IconButton>
      }
    >
      <MenuChoice
        closes
        value={value}
        onValueChange={onChange}
        options={options.map((sort) => ({ value: sort, label: t(`sort.${sort as ListSort}`) }))}
      />
    </Menu>
  );
}
