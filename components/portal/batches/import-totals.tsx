import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Button } from "@/components/kit/ui/button";
import { Notice } from "@/components/kit/ui/notice";
import { RequestFailure } from "@/components/kit/ui/request-failure";
import { type CheckedImport, checkImport } from "./import-file";

type Props = Pick<CheckedImport, "chosen" | "check"> & {
  onChecked: (checked: CheckedImport) => void;
};

/** Says that rows look like totals, and checks the file again with these as cards. */
export function ImportTotals({ chosen, check, onChecked }: Props) {
  const t = useTranslations("batches");
  const again = useMutation({
    mutationFn: () => checkImport({ ...chosen, includeTotals: true }),
    onSuccess: onChecked,
  });
  return (
    <>
      <Notice tone="attention">{t("result.totals", { count: check.totals })}</Notice>
      <RequestFailure error={again.error} />
      <Button className="justify-self-start" busy={again.isPending} onClick={() => again.mutate()}>
        {t("result.includeTotals", { count: check.totals })}
      </Button>
    </>
  );
}
