import { useTranslations } from "next-intl";
import { FieldGroup } from "@/components/kit/ui/field";
import { Notice } from "@/components/kit/ui/notice";
import { Select } from "@/components/kit/ui/select";
import {
  COLUMN_NAMES,
  type ColumnName,
  type ColumnPlaces,
  REQUIRED_COLUMNS,
} from "@/lib/domain/batches/import/columns";
import { maskedCell, type Preview } from "./import-file";

const unused = "unused";

type Props = {
  preview: Preview;
  value: ColumnPlaces;
  onChange: (value: ColumnPlaces) => void;
  error: string | undefined;
};

/** What each column of the file is, with its first cells. */
export function ImportColumns({ preview, value, onChange, error }: Props) {
  const t = useTranslations("batches");
  const required: readonly ColumnName[] = REQUIRED_COLUMNS;
  const options = [
    { value: unused, label: t("columns.unused") },
    ...COLUMN_NAMES.map((name) => ({
      value: name,
      label: required.includes(name)
        ? t("columns.required", { column: t(`columns.names.${name}`) })
        : t(`columns.names.${name}`),
    })),
  ];
  const choose = (place: number, chosen: string) => {
    // A column of the import is one column of the file.
    const kept = Object.entries(value).filter(([name, at]) => name !== chosen && at !== place);
    onChange({ ...Object.fromEntries(kept), ...(chosen !== unused && { [chosen]: place }) });
  };
  return (
    <FieldGroup legend={t("columns.legend")} {...(error && { error })}>
      <p className="-mt-2 text-sm text-muted">{t("columns.help")}</p>
      {preview.amounts.length > 1 && value.balance === undefined && (
        <Notice tone="attention">
          {t("columns.amounts", {
            count: preview.amounts.length,
            headings: preview.amounts.join(", "),
          })}
        </Notice>
      )}
      <ul className="divide-y rounded-md border">
        {preview.columns.map(({ place, ...column }) => {
          const heading = column.heading || t("columns.unnamed", { number: place + 1 });
          const name = COLUMN_NAMES.find((one) => value[one] === place);
          const samples = column.samples.filter(Boolean);
          return (
            <li
              key={place}
              className="grid items-center gap-2 px-3 py-2.5 sm:grid-cols-[1fr_14rem]"
            >
              <div className="min-w-0">
                <p className="truncate font-medium" title={heading}>
                  {heading}
                </p>
                <p className="truncate text-sm text-muted tabular-nums">
                  {samples.map((cell) => (name ? maskedCell(name, cell) : cell)).join(" · ") ||
                    t("columns.empty")}
                </p>
              </div>
              <Select
                className="min-w-0"
                aria-label={t("columns.choose", { heading })}
                value={name ?? unused}
                onValueChange={(chosen) => choose(place, chosen)}
                options={options}
              />
            </li>
          );
        })}
      </ul>
    </FieldGroup>
  );
}
