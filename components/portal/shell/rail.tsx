import { ArrowUpRight, PanelLeft, Search } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { Fragment, type ReactNode } from "react";
import { Kbd } from "@/components/kit/ui/chip";
import { cx } from "@/components/kit/ui/cx";
import { destinations, isInside, settings } from "./navigation";
import { preloadPalette } from "./palette-entry";
import { PersonMenu } from "./person-menu";
import type { Theme } from "./preferences";
import { usePaletteShortcutLabel } from "./shortcuts";
import { StoreSwitcher } from "./store-switcher";

type Props = {
  theme: Theme;
  /** Whether the person collapsed the rail. Omitted where it can't be collapsed. */
  collapsed?: boolean;
  onToggle?: () => void;
  onSearch?: () => void;
  onShortcuts: () => void;
  onNavigate?: () => void;
};

/**
 * The side navigation: stores, areas, settings and account. Shows icons with tooltips if it is narrow:
 * collapsed, or on a screen below 1024 px.
 */
export function Rail({ theme, collapsed, onToggle, onSearch, onShortcuts, onNavigate }: Props) {
  const t = useTranslations("shell");
  return (
    <div className="@container/rail flex h-full flex-col gap-1 p-3">
      <StoreSwitcher />
      {onSearch && <SearchButton onSearch={onSearch} />}
      <nav aria-label={t("nav.label")} className="grid gap-0.5">
        {destinations.map((page) => (
          <Fragment key={page.href}>
            {page === settings && <hr className="my-2" />}
            <RailLink page={page} onNavigate={onNavigate} />
          </Fragment>
        ))}
      </nav>
      <div className="mt-auto grid gap-0.5">
        {onToggle && <CollapseButton collapsed={collapsed === true} onToggle={onToggle} />}
        <PersonMenu theme={theme} onShortcuts={onShortcuts} />
      </div>
    </div>
  );
}

const itemClasses =
  "flex h-11 items-center gap-2.5 rounded-md px-2.5 text-base transition-colors md:h-9 [&_svg]:size-4.5 [&_svg]:shrink-0";

/** An item's text, which only screen readers get in a narrow rail. */
const Label = ({ children }: { children: ReactNode }) => (
  <span className="narrow:sr-only">{children}</span>
);

type LinkProps = {
  page: (typeof destinations)[number];
  onNavigate: (() => void) | undefined;
};

function RailLink({ page, onNavigate }: LinkProps) {
  const t = useTranslations("shell");
  const label = t(`nav.${page.name}`);
  const active = isInside(usePathname(), page.area ?? page.href);
  return (
    <Tooltip text={label} className="wide:hidden">
      {/* Loaded once it is about to be opened: use-prefetch.ts. */}
      <Link
        // In a phone's menu, an area begins with its list.
        href={onNavigate ? (page.area ?? page.href) : page.href}
        prefetch={false}
        target={page.newTab && "_blank"}
        aria-current={active ? "page" : undefined}
        onClick={onNavigate}
        className={cx(
          itemClasses,
          active
            ? "bg-accent-tint font-medium text-accent-text"
            : "text-muted hover:bg-hover hover:text-ink",
        )}
      >
        <page.icon aria-hidden />
        <Label>{label}</Label>
        {page.newTab && (
          <>
            <span className="sr-only">{t("nav.newTab")}</span>
            <ArrowUpRight className="ml-auto narrow:hidden" aria-hidden />
          </>
        )}
      </Link>
    </Tooltip>
  );
}

function CollapseButton({ collapsed, onToggle }: { collapsed: boolean; onToggle: () => void }) {
  const t = useTranslations("shell");
  return (
    <Tooltip text={t("menu.expand")} className="wide:hidden">
      {/* Below 1024 px, the rail is always narrow. */}
      <button
        type="button"
        onClick={onToggle}
        aria-expanded={!collapsed}
        className={cx(itemClasses, "w-full text-muted hover:bg-hover hover:text-ink max-lg:hidden")}
      >
        <PanelLeft aria-hidden />
        <Label>{t(collapsed ? "menu.expand" : "menu.collapse")}</Label>
      </button>
    </Tooltip>
  );
}

function SearchButton({ onSearch }: { onSearch: () => void }) {
  const t = useTranslations("shell");
  const keys = usePaletteShortcutLabel();
  return (
    <Tooltip text={t("palette.title")} className="wide:hidden">
      <button
        type="button"
        onPointerEnter={preloadPalette}
        onClick={onSearch}
        aria-label={t("palette.title")}
        className={cx(
          itemClasses,
          "mb-1 w-full border bg-surface text-muted hover:bg-hover hover:text-ink narrow:justify-center narrow:px-0",
        )}
      >
        <Search aria-hidden />
        <span className="flex-1 text-left narrow:hidden">{t("palette.title")}</span>
        <span className="flex gap-1 narrow:hidden" aria-hidden>
          {keys.map((key) => (
            <Kbd key={key}>{key}</Kbd>
          ))}
        </span>
      </button>
    </Tooltip>
  );
}

type TooltipProps = { text: string; className?: string; children: ReactNode };

/**
 * A tooltip for an icon button on hover or focus. Hidden from screen readers, because the button
 * has its own label.
 */
const Tooltip = ({ text, className, children }: TooltipProps) => (
  <span className="group/tip relative block">
    {children}
    <span
      aria-hidden
      className={cx(
        "pointer-events-none invisible absolute top-1/2 left-full z-50 ml-2 -translate-y-1/2 rounded-sm bg-ink px-2 py-1 text-xs whitespace-nowrap text-canvas opacity-0 transition-opacity delay-300 group-hover/tip:visible group-hover/tip:opacity-100 group-has-focus-visible/tip:visible group-has-focus-visible/tip:opacity-100",
        className,
      )}
    >
      {text}
    </span>
  </span>
);
