import Link from "next/link";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { formatNumber } from "@/components/kit/money/numbers";
import { cx } from "./cx";

type Tab = {
  href: string;
  label: ReactNode;
  active: boolean;
  count?: number | null | undefined;
  /** Shown behind the label. */
  menu?: ReactNode;
};

type Props = {
  label: string;
  tabs: Tab[];
  /** Opens a tab without leaving the page. */
  onOpen?: (href: string) => void;
  /** Shown behind the last tab. */
  end?: ReactNode;
  className?: string;
};

// Behind the line of the active tab.
const line = "shadow-[inset_0_-1px_var(--color-line)]";

/** Links shown as tabs. Where they don't fit they scroll, and the active one is scrolled into view. */
export function TabLinks({ label, tabs, onOpen, end, className = line }: Props) {
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
        "flex max-w-full gap-6 overflow-x-auto [scrollbar-width:none] print:hidden",
        className,
        fades[`${hidden.before ? "before" : ""}${hidden.after ? "after" : ""}`],
      )}
    >
      {tabs.map(({ href, label: name, active, count, menu }) => (
        <span
          key={href}
          className={cx(
            "flex shrink-0 items-center gap-1 border-b-2",
            active
              ? "border-accent-text font-medium text-ink"
              : "border-transparent text-muted hover:text-ink",
          )}
        >
          <Link
            prefetch={false}
            href={href}
            aria-current={active ? "page" : undefined}
            className="flex items-center gap-1.5 py-2.5 whitespace-nowrap md:py-2"
            onClick={(event) => {
              if (!onOpen || event.metaKey || event.ctrlKey || event.shiftKey) return;
              event.preventDefault();
              onOpen(href);
            }}
          >
            {name}
            {typeof count === "number" && (
              <span className="text-sm font-normal text-muted tabular-nums">
                {formatNumber(count)}
              </span>
            )}
          </Link>
          {menu}
        </span>
      ))}
      {end}
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
