import Link from "next/link";
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
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
  onOpen?: ((href: string) => void) | undefined;
  /** Shown behind the last tab. */
  end?: ReactNode;
  /** Has no line below it, because it is in a bar that has one. */
  bare?: true;
};

// Behind the line of the active tab.
const line = "shadow-[inset_0_-1px_var(--color-line)]";

/** Links shown as tabs. Where they don't fit they scroll, and the active one is scrolled into view. */
export function TabLinks({ label, tabs, onOpen, end, bare }: Props) {
  const bar = useRef<HTMLElement>(null);
  const hidden = useHiddenSides(bar);
  const open = tabs.find(({ active }) => active)?.href;

  useEffect(() => {
    const nav = bar.current;
    const tab = nav?.querySelector("[aria-current=page]");
    if (!nav || !tab || open === undefined) return;
    // Only the bar: scrollIntoView() would move the page, too.
    const [inner, outer] = [tab.getBoundingClientRect(), nav.getBoundingClientRect()];
    nav.scrollLeft += inner.left - outer.left - (outer.width - inner.width) / 2;
  }, [open]);

  return (
    <nav
      ref={bar}
      aria-label={label}
      className={cx(
        "flex max-w-full gap-6 overflow-x-auto [scrollbar-width:none] print:hidden",
        !bare && line,
        fades[hidden],
      )}
    >
      {tabs.map((tab) => (
        <TabLink key={tab.href} {...tab} onOpen={onOpen} />
      ))}
      {end}
    </nav>
  );
}

type TabLinkProps = Tab & Pick<Props, "onOpen">;

const TabLink = ({ href, label, active, count, menu, onOpen }: TabLinkProps) => (
  <span
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
      {label}
      {typeof count === "number" && (
        <span className="text-sm font-normal text-muted tabular-nums">{formatNumber(count)}</span>
      )}
    </Link>
    {menu}
  </span>
);

type HiddenSides = "" | "before" | "after" | "beforeafter";

/** Where there are more tabs than the bar shows. */
function useHiddenSides(bar: RefObject<HTMLElement | null>): HiddenSides {
  const [hidden, setHidden] = useState<HiddenSides>("");
  useEffect(() => {
    const nav = bar.current;
    if (!nav) return;
    const look = () => {
      const isAfter = nav.scrollLeft + nav.clientWidth < nav.scrollWidth - 1;
      setHidden(`${nav.scrollLeft > 1 ? "before" : ""}${isAfter ? "after" : ""}`);
    };
    const observer = new ResizeObserver(look);
    observer.observe(nav);
    nav.addEventListener("scroll", look, { passive: true });
    return () => {
      observer.disconnect();
      nav.removeEventListener("scroll", look);
    };
  }, [bar]);
  return hidden;
}

// An edge fades if there are more tabs behind it.
const fades: Record<HiddenSides, string> = {
  "": "",
  before: "[mask-image:linear-gradient(to_right,transparent,black_2.5rem)]",
  after: "[mask-image:linear-gradient(to_left,transparent,black_2.5rem)]",
  beforeafter:
    "[mask-image:linear-gradient(to_right,transparent,black_2.5rem,black_calc(100%-2.5rem),transparent)]",
};
