import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { pathWithQuery } from "@/components/kit/api/api";
import { readOptions } from "@/components/kit/api/read-options";
import { useSession } from "@/components/kit/api/session";
import type { BatchWithCards } from "@/components/kit/api/types";
import { DownloadLink } from "@/components/kit/page/download-link";
import { Button } from "@/components/kit/ui/button";
import { Dialog, DialogActions } from "@/components/kit/ui/dialog";
import { Field } from "@/components/kit/ui/field";
import { Notice } from "@/components/kit/ui/notice";
import { RadioGroup } from "@/components/kit/ui/radio-group";
import { RequestFailure } from "@/components/kit/ui/request-failure";
import { Select } from "@/components/kit/ui/select";
import {
  cardsPerPage,
  PRINT_TEMPLATE_NAMES,
  type PrintTemplate,
  usualTemplate,
} from "@/lib/domain/batches/print-templates";

const cardsPerFile = 500;
const storageKey = "scrip.print.template";

/** The template that was last chosen in this browser, or else the usual one for the store's currency. */
function usePrintTemplate() {
  const { merchant } = useSession();
  const [template, setTemplate] = useState<PrintTemplate>(() => {
    const kept = localStorage.getItem(storageKey);
    return PRINT_TEMPLATE_NAMES.find((name) => name === kept) ?? usualTemplate(merchant.currency);
  });
  const choose = (chosen: PrintTemplate) => {
    setTemplate(chosen);
    try {
      localStorage.setItem(storageKey, chosen);
    } catch {
      // Storage is unavailable; the choice lasts until the dialog closes.
    }
  };
  return [template, choose] as const;
}

/** The characters on the store's cards that can't be printed. */
const useUnprintable = () =>
  useQuery(readOptions(["branding", "unprintable"], "/api/portal/branding/unprintable"));

/** Names what can't be printed. Renders nothing if everything can. */
function UnprintableNotice({ query: { data, error } }: UnprintableProps) {
  const t = useTranslations("batches");
  if (!data) return <RequestFailure error={error} />;
  const { characters } = data;
  if (characters.length === 0) return null;
  return (
    <Notice tone="attention">
      {t("print.unprintable", { count: characters.length, characters: characters.join(" ") })}
    </Notice>
  );
}

type UnprintableProps = { query: ReturnType<typeof useUnprintable> };

/** A PDF of the cards for a printer, up to 500 cards per file. */
export function PrintDialog({ batch, onClose }: { batch: BatchWithCards; onClose: () => void }) {
  const t = useTranslations("batches");
  const tc = useTranslations("common");
  const [template, setTemplate] = usePrintTemplate();
  const last = batch.createdCards;
  const [first, setFirst] = useState(1);
  const end = Math.min(first + cardsPerFile - 1, last);
  const parts = Array.from({ length: Math.ceil(last / cardsPerFile) }, (_, index) => {
    const from = index * cardsPerFile + 1;
    const to = Math.min(from + cardsPerFile - 1, last);
    return { value: String(from), label: t("print.rangeOption", { from, to }) };
  });
  const unprintable = useUnprintable();
  const pages = Math.ceil((end - first + 1) / cardsPerPage(template));
  return (
    <Dialog onClose={onClose} title={t("print.title")} description={t("print.description")}>
      <div className="grid gap-4">
        <RadioGroup
          label={t("print.template")}
          className="sm:grid-cols-1"
          value={template}
          onValueChange={setTemplate}
          options={PRINT_TEMPLATE_NAMES.map((value) => ({
            value,
            label: t(`print.templates.${value}`),
            help: t(`print.templateHelp.${value}`, { count: cardsPerPage(value) }),
          }))}
        />
        {parts.length > 1 && (
          <Field label={t("print.range")} help={t("print.rangeHelp")}>
            {(control) => (
              <Select
                {...control}
                value={String(first)}
                onValueChange={(value) => setFirst(Number(value))}
                options={parts}
              />
            )}
          </Field>
        )}
        <p>{t("print.warning")}</p>
        <UnprintableNotice query={unprintable} />
      </div>
      <DialogActions>
        <Button onClick={onClose}>{tc("actions.close")}</Button>
        {unprintable.data ? (
          <DownloadLink
            variant="primary"
            href={pathWithQuery(`/api/portal/batches/${batch.id}/sheet`, {
              from: first,
              to: end,
              template,
            })}
          >
            {t("print.verb", { pages })}
          </DownloadLink>
        ) : (
          <Button
            variant="primary"
            busy={unprintable.isFetching}
            onClick={() => void unprintable.refetch()}
          >
            {unprintable.isError ? tc("actions.retry") : t("print.verb", { pages })}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
