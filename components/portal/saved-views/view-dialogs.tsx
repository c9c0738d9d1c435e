import { useTranslations } from "next-intl";
import type { UseFormReturn } from "react-hook-form";
import * as z from "zod/mini";
import { patch, post, remove, url } from "@/components/kit/api/api";
import { ActionDialog } from "@/components/kit/dialog/action-dialog";
import { ConfirmDialog } from "@/components/kit/dialog/confirm-dialog";
import { typedName } from "@/components/kit/form/form-schemas";
import { FormText } from "@/components/kit/form/form-text";
import type { SavedView, ViewList } from "./view";

const longestName = 60;
const schema = z.object({ name: typedName.check(z.maxLength(longestName)) });

function NameField({ form }: { form: UseFormReturn<{ name: string }> }) {
  const t = useTranslations("common");
  return (
    <FormText form={form} name="name" label={t("views.name")} maxLength={longestName} autoFocus />
  );
}

type SaveProps = {
  list: ViewList;
  query: string;
  onClose: () => void;
  onSaved: (view: SavedView) => void;
};

export function SaveViewDialog({ list, query, onClose, onSaved }: SaveProps) {
  const t = useTranslations("common");
  return (
    <ActionDialog
      onClose={onClose}
      title={t("views.saveTitle")}
      description={t("views.saveText")}
      verb={t("views.save")}
      schema={schema}
      defaults={{ name: "" }}
      send={({ name }, key) => post("/api/portal/saved-views", { list, name, query }, key)}
      refresh={[["saved-views", list]]}
      done={onSaved}
      toast={({ name }) => t("views.savedToast", { name })}
    >
      {(form) => <NameField form={form} />}
    </ActionDialog>
  );
}

type Props = { list: ViewList; view: SavedView; onClose: () => void };

export function RenameViewDialog({ list, view, onClose }: Props) {
  const t = useTranslations("common");
  return (
    <ActionDialog
      onClose={onClose}
      title={t("views.renameTitle")}
      verb={t("views.renameVerb")}
      schema={schema}
      defaults={{ name: view.name }}
      send={({ name }) => patch(url("/api/portal/saved-views/{id}", view), { name })}
      refresh={[["saved-views", list]]}
      toast={({ name }) => t("views.renamed", { name })}
    >
      {(form) => <NameField form={form} />}
    </ActionDialog>
  );
}

export function DeleteViewDialog({
  list,
  view,
  onClose,
  onDeleted,
}: Props & { onDeleted: () => void }) {
  const t = useTranslations("common");
  return (
    <ConfirmDialog
      onClose={onClose}
      title={t("views.deleteTitle", { name: view.name })}
      consequence={t("views.deleteText")}
      verb={t("views.deleteVerb")}
      send={() => remove(url("/api/portal/saved-views/{id}", view))}
      refresh={[["saved-views", list]]}
      done={onDeleted}
      toast={() => t("views.deleted", { name: view.name })}
    />
  );
}
