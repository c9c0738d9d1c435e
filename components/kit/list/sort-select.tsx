import { useTranslations } from "next-intl";
import { Select } from "@/components/kit/ui/select";

type ListSort =
  | "newest"
  | "oldest"
  | "expiring"
  | "expiring_last"
  | "email"
  | "email_desc"
  | "best_match";

type Props<Sort extends string> = {
  value: Sort;
  options: readonly Sort[];
  onChange: (sort: Sort) => void;
};

/** Sorts a list, also where its columns have no headers. */
export function SortSelect<Sort extends ListSort>(props: Props<Sort>) {
  const t = useTranslations("common");
  const { value, options, onChange } = props;
  return (
    <Select
      aria-label={t("sort.label")}
      className="md:h-8 md:w-44 md:text-sm print:hidden"
      value={value}
      onValueChange={(next) => onChange(options.find((sort) => sort === next) ?? value)}
      options={options.map((sort: ListSort) => ({ value: sort, label: t(`sort.${sort}`) }))}
    />
  );
}
