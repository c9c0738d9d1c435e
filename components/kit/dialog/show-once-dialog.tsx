import { useTranslations } from "next-intl";
import type { ComponentProps, ReactNode } from "react";
import { UnsavedChanges } from "@/components/kit/form/unsaved-changes";
import { Button } from "@/components/kit/ui/button";
import { Dialog, DialogActions } from "@/components/kit/ui/dialog";

type Props = {
  title: string;
  description?: ReactNode;
  /** The button's label, if it isn't "I've saved it". */
  verb?: string;
  size?: ComponentProps<typeof Button>["size"];
  onSaved: () => void;
  children: ReactNode;
};

/**
 * Shows a secret that isn't shown again. Only the button closes the dialog: Escape and clicks outside do
 * nothing, and leaving the page asks first.
 */
export function ShowOnceDialog({ title, description, verb, size, onSaved, children }: Props) {
  const t = useTranslations("common");
  return (
    <Dialog title={title} description={description}>
      {children}
      <DialogActions>
        <Button variant="primary" size={size} onClick={onSaved}>
          {verb ?? t("showOnce.saved")}
        </Button>
      </DialogActions>
      <UnsavedChanges dirty words="showOnce" />
    </Dialog>
  );
}
