import { Download, Printer } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useSession } from "@/components/kit/api/session";
import { ShowOnceDialog } from "@/components/kit/dialog/show-once-dialog";
import { saveText } from "@/components/kit/page/download-link";
import { Button } from "@/components/kit/ui/button";
import { CopyButton } from "@/components/kit/ui/copy-button";
import { Notice } from "@/components/kit/ui/notice";
import { fileNameOf } from "@/lib/base/file-name";

type Props = { title: string; text: string; codes: string[]; onDone: () => void };

/** Shows the recovery codes once, to copy, save or print. */
export function RecoveryCodes({ title, text, codes, onDone }: Props) {
  const [t, tc] = [useTranslations("security"), useTranslations("common")];
  const { user, merchant } = useSession();
  const { email } = user;
  const [kept, setKept] = useState(false);
  const keep = (by: () => void) => () => {
    by();
    setKept(true);
  };
  const name = `${fileNameOf({ ...merchant, name: "Scrip" }, "recovery-codes")}.txt`;
  const file = [t("codes.file", { email }), "", ...codes, ""].join("\n");
  return (
    <ShowOnceDialog title={title} description={text} verb={t("codes.done")} onSaved={onDone}>
      <div className="grid gap-4">
        <ol
          aria-label={t("codes.label")}
          className="grid grid-cols-2 gap-x-6 gap-y-2 rounded-md border bg-sunken px-5 py-4 font-mono text-lg"
        >
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
        <p className="hidden text-sm print:block">{t("codes.printed", { email })}</p>
        <div className="flex flex-wrap gap-2 print:hidden">
          <CopyButton text={file} label={t("codes.copy")} withWord onCopied={() => setKept(true)} />
          <Button size="sm" onClick={keep(() => saveText(name, file))}>
            <Download aria-hidden /> {tc("actions.download")}
          </Button>
          <Button size="sm" onClick={keep(() => window.print())}>
            <Printer aria-hidden /> {t("codes.print")}
          </Button>
        </div>
        {!kept && (
          <div className="print:hidden">
            <Notice tone="attention">{t("codes.warning")}</Notice>
          </div>
        )}
      </div>
    </ShowOnceDialog>
  );
}
