import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { post } from "@/components/kit/api/api";
import { ConfirmDialog } from "@/components/kit/dialog/confirm-dialog";
import { batchRefreshKeys, totalsOf } from "./batch";
import type { CheckedImport } from "./import-file";

type Props = Pick<CheckedImport, "chosen" | "check"> & { onClose: () => void };

/** Says what the import makes the store owe, and asks for the number of cards. */
export function ImportDialog({ chosen, check, onClose }: Props) {
  const t = useTranslations("batches");
  const router = useRouter();
  const { fileName: _file, ...body } = chosen;
  const { cards } = check;
  const total = totalsOf(check);
  return (
    <ConfirmDialog
      onClose={onClose}
      title={t("result.import", { count: cards })}
      consequence={t.rich(total ? "confirmImport.consequence" : "confirmImport.unsold", {
        total,
        b: (text) => <b className="font-semibold text-ink">{text}</b>,
      })}
      proof={String(cards)}
      variant="primary"
      verb={t("result.import", { count: cards })}
      send={(_, key) => post("/api/portal/batches/import", { ...body, cards }, key)}
      refresh={batchRefreshKeys}
      done={(batch) => router.push(`/batches/${batch.id}`)}
      toast={() => t("result.started")}
    />
  );
}
