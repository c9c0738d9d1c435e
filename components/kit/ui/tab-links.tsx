import Link from "next/link";
import { useEffect, useRef, useState } from "react";
import { cx } from "./cx";

type Tab = { href: string; label: string; active: boolean };

/** Links shown as tabs. On phones they scroll, and the active one is scrolled into view. */
export function TabLinks({ label, tabs }: { label: string; tabs: Tab[] }) {
  const bar = useRef<HTMLElement>(null);
  const [hidden, setHidden] = useState({ before: false, after: false });
  const open = tabs.find(({ active }) => active)?.href;

  useEffect(() => {
    const nav = bar.current;
    if (!nav || open === undefined) return;
    nav
      .querySelector("[aria-current=page]")
      ?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [open]);

  useEffect(() => {
    const nav = bar.current;
    if (!nav) return;
    const look = () =>
      setHidden({
        before: nav.scrollLeft > 1,
        after: nav.scrollLeft + nav.clientWidth < nav.scrollWidth - 1,
      });
    const observer = new ResizeObserver(look);
    observer.observe(nav);
    nav.addEventListener("scroll", look, { passive: true });
    return () => {
      observer.disconnect();
      nav.removeEventListener("scroll", look);
    };
  }, []);

  return (
    <nav
      ref={bar}
      aria-label={label}
      className={cx(
        "flex max-w-full gap-6 overflow-x-auto border-b print:hidden",
        fades[`${hidden.before ? "before" : ""}${hidden.after ? "after" : ""}`],
      )}
    >
      {tabs.map(({ href, label: name, active }) => (
        <Link
          prefetch={false}
          key={href}
          href={href}
          aria-current={active ? "page" : undefined}
          className={cx(
            "-mb-px border-b-2 py-2.5 whitespace-nowrap",
            active
              ? "border-accent-text font-medium text-ink"
              : "border-transparent text-muted hover:text-ink",
          )}
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}

// An edge fades if there are more tabs behind it.
const fades: Record<string, string> = {
  before: "[mask-image:linear-gradient(to_right,transparent,black_2.5rem)]",
  after: "[mask-image:linear-gradient(to_left,transparent,black_2.5rem)]",
  beforeafter:
    "[mask-image:linear-gradient(to_right,transparent,black_2.5rem,black_calc(100%-2.5rem),transparent)]",
};
