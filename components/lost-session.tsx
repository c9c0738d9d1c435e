import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Dialog, DialogActions } from "@/components/ui/dialog";

/** Dialog for an expired session. The page stays readable behind it. */
export function SessionEnded({ signInPath }: { signInPath: string }) {
  const t = useTranslations("common");
  const pathname = usePathname();
  return (
    <Dialog title={t("lost.session.title")} description={t("lost.session.text")}>
      <DialogActions>
        <Button asChild variant="primary">
          <a href={`${signInPath}?next=${encodeURIComponent(pathname)}`}>{t("actions.signIn")}</a>
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
