import * as z from "zod/mini";
import { confirmation } from "@/components/kit/dialog/confirmation";
import { text } from "@/components/kit/dialog/fields";
import { formDialog } from "@/components/kit/dialog/form-dialog";
import { typedName } from "@/components/kit/form/form-schemas";
import type { Translate } from "@/components/kit/locale/translate";
import type { SavedView, ViewList } from "./view";

type Saving = { list: ViewList; query: string; onSaved: (view: SavedView) => void };
type OfView = { list: ViewList; view: SavedView };
type Deleting = OfView & { onDeleted: () => void };

const refresh = ({ list }: { list: ViewList }) => [["saved-views", list]];
const view = <Props extends OfView>() => ({
  texts: "common" as const,
  refresh,
  subject: (props: Props) => props.view,
});

const longestName = 60;
const nameField = (t: Translate<"common">, initial = "") =>
  text(t("views.name"), {
    schema: typedName.check(z.maxLength(longestName)),
    initial,
    maxLength: longestName,
    autoFocus: true,
  });

export const SaveViewDialog = formDialog(
  { texts: "common", refresh, subject: (_: Saving) => ({}) },
  "views.saving",
  {
    operation: ["POST", "/api/portal/saved-views"],
    fields: ({ t }) => ({ name: nameField(t) }),
    body: ({ name }, { list, query }) => ({ list, name, query }),
    done: (view, _, { onSaved }) => onSaved(view),
    toast: ({ name }, _, { t }) => t("views.saving.toast", { name }),
  },
);

export const RenameViewDialog = formDialog(view(), "views.renaming", {
  operation: ["PATCH", "/api/portal/saved-views/{id}"],
  fields: (context) => ({ name: nameField(context.t, context.view.name) }),
  toast: ({ name }, _, { t }) => t("views.renaming.toast", { name }),
});

export const DeleteViewDialog = confirmation(view<Deleting>(), "views.deleting", {
  operation: ["DELETE", "/api/portal/saved-views/{id}"],
  values: ({ view: { name, isShared } }) => ({ name, shared: String(isShared) }),
  done: (_, { onDeleted }) => onDeleted(),
});
