import { useTranslations } from "next-intl";
import { post } from "@/components/kit/api/api";
import { ConfirmDialog } from "@/components/kit/dialog/confirm-dialog";
import { longMonth } from "./months";

type Props = { month: string; onClose: () => void };

export function CloseMonthDialog({ month, onClose }: Props) {
  const t = useTranslations("reports");
  const name = longMonth(month);
  return (
    <ConfirmDialog
      variant="primary"
      onClose={onClose}
      title={t("closings.close", { month: name })}
      consequence={t.rich("closings.consequence", {
        month: name,
        p: (text) => <span className="mb-2 block last:mb-0">{text}</span>,
        b: (text) => <b className="font-semibold text-ink">{text}</b>,
      })}
      proof={month}
      verb={t("closings.close", { month: name })}
      send={(_, key) => post("/api/portal/reports/closings", { month }, key)}
      toast={() => t("closings.done", { month: name })}
      refresh={[["reports", "closings"]]}
    />
  );
}
