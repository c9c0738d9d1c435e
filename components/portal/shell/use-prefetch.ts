import { PrefetchKind } from "next/dist/client/components/router-reducer/router-reducer-types";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { notePrefetch } from "@/components/kit/api/first-data";

/** A pointer that only passes over a link is gone by then. */
const dwellMs = 80;
const beginnings = ["mouseover", "focusin", "touchstart"];
const endings = ["touchmove", "scroll", "click"];

/** Loads the page of a link once a pointer rests on it, a finger touches it, or it has the focus. */
export function usePrefetch(): void {
  const router = useRouter();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const cancel = () => clearTimeout(timer);
    const begin = ({ target }: Event) => {
      cancel();
      const link = target instanceof Element ? target.closest("a") : null;
      if (!link || !leadsToPage(link)) return;
      timer = setTimeout(() => {
        notePrefetch(link);
        router.prefetch(link.pathname + link.search, { kind: PrefetchKind.FULL });
      }, dwellMs);
    };
    for (const name of beginnings) document.addEventListener(name, begin, { passive: true });
    for (const name of endings) document.addEventListener(name, cancel, { passive: true });
    return () => {
      cancel();
      for (const name of beginnings) document.removeEventListener(name, begin);
      for (const name of endings) document.removeEventListener(name, cancel);
    };
  }, [router]);
}

/** Whether the router opens another page in this tab for a link. */
const leadsToPage = ({ origin, pathname, target, download }: HTMLAnchorElement): boolean =>
  origin === location.origin &&
  pathname !== location.pathname &&
  !pathname.startsWith("/api/") &&
  !target &&
  !download;
