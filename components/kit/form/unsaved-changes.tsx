import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { Button } from "@/components/kit/ui/button";
import { Dialog, DialogActions } from "@/components/kit/ui/dialog";

type LeaveGuard = (go: () => void) => void;

let guard: LeaveGuard | null = null;

/** Lets `ask` decide about leaving the page, until the returned function is called. */
function guardLeaving(ask: LeaveGuard): () => void {
  guard = ask;
  return () => {
    if (guard === ask) guard = null;
  };
}

/** Leaves the page with `go`. A page with unsaved changes asks first. */
export const leaveGuarded = (go: () => void) => (guard ? guard(go) : go());

type PendingNavigation = { go: () => void };

type Props = {
  dirty: boolean;
  /** What would be lost: changes, or a secret that is shown once. */
  words?: "unsaved" | "showOnce";
};

/** Asks before leaving the page while `dirty`: by a link, a shortcut, the back button, or closing the tab. */
export function UnsavedChanges({ dirty, words = "unsaved" }: Props) {
  const t = useTranslations("common");
  const router = useRouter();
  const leaving = useRef(false);
  const [going, setGoing] = useState<PendingNavigation | null>(null);

  useEffect(() => {
    if (!dirty) return;
    leaving.current = false;
    const ask = (go: () => void) => (leaving.current ? go() : setGoing({ go }));
    const onUnload = (event: BeforeUnloadEvent) => {
      if (!leaving.current) event.preventDefault();
    };
    const onClick = (event: MouseEvent) => {
      const href = leaving.current ? null : linkTarget(event);
      if (href === null) return;
      event.preventDefault();
      event.stopPropagation();
      ask(() => router.push(href));
    };
    const onNavigate = (event: NavigateEvent) => {
      if (leaving.current || event.navigationType !== "traverse" || !event.cancelable) return;
      event.preventDefault();
      const { key } = event.destination;
      ask(() => void window.navigation.traverseTo(key));
    };
    window.addEventListener("beforeunload", onUnload);
    window.addEventListener("click", onClick, true);
    window.navigation?.addEventListener("navigate", onNavigate);
    const release = guardLeaving(ask);
    return () => {
      window.removeEventListener("beforeunload", onUnload);
      window.removeEventListener("click", onClick, true);
      window.navigation?.removeEventListener("navigate", onNavigate);
      release();
    };
  }, [dirty, router]);

  if (!going) return null;
  return (
    <Dialog
      onClose={() => setGoing(null)}
      title={t(`${words}.title`)}
      description={t(`${words}.text`)}
    >
      <DialogActions>
        <Button
          variant="danger-quiet"
          onClick={() => {
            leaving.current = true;
            setGoing(null);
            going.go();
          }}
        >
          {t(`${words}.discard`)}
        </Button>
        <Button variant="primary" onClick={() => setGoing(null)}>
          {t(`${words}.stay`)}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** Target of a plain click on a link to another portal page; null if the click doesn't leave this page. */
function linkTarget(event: MouseEvent): string | null {
  const link =
    event.target instanceof Element && event.target.closest<HTMLAnchorElement>("a[href]");
  if (!link || link.target || link.hasAttribute("download")) return null;
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) {
    return null;
  }
  const { origin, pathname, search, hash } = new URL(link.href);
  if (origin !== window.location.origin || pathname === window.location.pathname) return null;
  return pathname + search + hash;
}
