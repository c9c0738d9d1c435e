import { useTranslations } from "next-intl";
import { type ReactNode, useId, useState } from "react";
import { DisclosureButton } from "@/components/kit/ui/disclosure-button";

type Props = { isSet: boolean; hasError: boolean; children: ReactNode };

/** A dialog's fields behind a button. They stay in the form while they are hidden. */
export function AdvancedFields({ isSet, hasError, children }: Props) {
  const t = useTranslations("common");
  const id = useId();
  const [opened, setOpened] = useState(isSet);
  const open = opened || hasError;
  return (
    <div className="grid gap-3">
      <DisclosureButton
        open={open}
        controls={id}
        label={t("fields.advanced")}
        onToggle={() => setOpened(!open)}
      />
      <div id={id} hidden={!open} className="grid gap-5">
        {children}
      </div>
    </div>
  );
}
