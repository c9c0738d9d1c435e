import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { Button } from "@/components/kit/ui/button";
import { Dialog, DialogActions } from "@/components/kit/ui/dialog";

type Props = {
  signInPath: string;
  /** The person came back to this page after they opened the sign-in page. */
  onReturn: () => void;
};

/**
 * Dialog for an expired session. The page stays readable behind it, and keeps what was typed: people sign in on another
 * tab and come back.
 */
export function SessionEnded({ signInPath, onReturn }: Props) {
  const t = useTranslations("common");
  const pathname = usePathname();
  const [left, setLeft] = useState(false);
  useEffect(() => {
    if (!left) return;
    window.addEventListener("focus", onReturn);
    return () => window.removeEventListener("focus", onReturn);
  }, [left, onReturn]);
  return (
    <Dialog title={t("lost.session.title")} description={t("lost.session.text")}>
      <DialogActions>
        <Button asChild variant="primary">
          <a
            href={`${signInPath}?next=${encodeURIComponent(pathname)}`}
            target="_blank"
            onClick={() => setLeft(true)}
            rel="noopener"
          >
            {t("actions.signIn")}
          </a>
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** Dialog shown when the session has switched to a store other than this page's. */
export function StoreChanged() {
  const t = useTranslations("common");
  return (
    <Dialog title={t("lost.store.title")} description={t("lost.store.text")}>
      <DialogActions>
        <Button asChild variant="primary">
          {/* Reloads at the start page, because this page's content may not exist in the other store. */}
          <a href="/">{t("actions.reload")}</a>
        </Button>
      </DialogActions>
    </Dialog>
  );
}
