import { FileDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { useSession } from "@/components/kit/api/session";
import { saveText } from "@/components/kit/page/download-link";
import { Button } from "@/components/kit/ui/button";
import { decimalText } from "@/lib/base/money";
import {
  COLUMN_NAMES,
  type ColumnName,
  REQUIRED_COLUMNS,
} from "@/lib/domain/batches/import/columns";

/** A file with every column and two cards, in the store's currency. */
const templateOf = (currency: string): string => {
  const expiry = `${new Date().getFullYear() + 1}-12-31`;
  const amount = decimalText(2_500, currency);
  return [
    COLUMN_NAMES,
    ["6035710000001234", amount, currency, expiry, "ada@example.com", "", "4821"],
    ["6035710000001242", "0", currency, "", "", "", "9037"],
  ]
    .map((cells) => `${cells.join(",")}\r\n`)
    .join("");
};

/** What each column of an import is, and a file to start from. */
export function ImportFormat() {
  const t = useTranslations("batches");
  const { currency } = useSession().merchant;
  const required: readonly ColumnName[] = REQUIRED_COLUMNS;
  return (
    <div className="mt-3 grid gap-3">
      <dl className="grid gap-x-4 gap-y-2 sm:grid-cols-[10rem_1fr]">
        {COLUMN_NAMES.map((name) => (
          <div key={name} className="contents">
            <dt className="font-medium max-sm:mt-1">
              {required.includes(name)
                ? t("columns.required", { column: t(`columns.names.${name}`) })
                : t(`columns.names.${name}`)}
            </dt>
            <dd className="text-muted">{t(`columns.meanings.${name}`)}</dd>
          </div>
        ))}
      </dl>
      <Button
        className="justify-self-start"
        onClick={() => saveText("import-template.csv", templateOf(currency))}
      >
        <FileDown aria-hidden /> {t("import.template")}
      </Button>
    </div>
  );
}
