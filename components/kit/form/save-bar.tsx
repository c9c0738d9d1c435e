import { useTranslations } from "next-intl";
import { Button } from "@/components/kit/ui/button";
import { cx } from "@/components/kit/ui/cx";
import { useHydrated } from "@/components/kit/ui/use-hydrated";

type Props = {
  /** Whether there are unsaved changes. */
  dirty: boolean;
  busy: boolean;
  onDiscard: () => void;
};

/** The buttons below a settings form: save, and discard once there are changes. */
export function SaveBar({ dirty, busy, onDiscard }: Props) {
  const t = useTranslations("common");
  const hydrated = useHydrated();
  return (
    <div
      className={cx(
        "-mx-4 flex gap-2 border-t bg-canvas px-4 py-3 md:mx-0 md:px-0",
        // Sticky only while there are unsaved changes, so it doesn't cover fields otherwise.
        dirty && "sticky bottom-0",
      )}
    >
      <Button type="submit" variant="primary" disabled={!hydrated || !dirty} busy={busy}>
        {t("saveBar.save")}
      </Button>
      {dirty && (
        <Button variant="ghost" disabled={busy} onClick={onDiscard}>
          {t("saveBar.discard")}
        </Button>
      )}
    </div>
  );
}
