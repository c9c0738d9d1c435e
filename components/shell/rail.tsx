import { PanelLeft, Search } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { Fragment, type ReactNode } from "react";
import { Kbd } from "@/components/ui/chip";
import { cx } from "@/components/ui/cx";
import { Tooltip } from "@/components/ui/tooltip";
import { destinations, isInside, settings } from "./navigation";
import { preloadPalette } from "./palette-entry";
import { PersonMenu } from "./person-menu";
import type { Theme } from "./preferences";
import { usePaletteShortcutLabel } from "./shortcuts";
import { StoreSwitcher } from "./store-switcher";

type Props = {
  theme: Theme;
  collapsed: boolean;
  onToggle?: () => void;
  onSearch?: () => void;
  onShortcuts: () => void;
  onNavigate?: () => void;
};

/** The side navigation: stores, areas, settings and account. */
export function Rail({ theme, collapsed, onToggle, onSearch, onShortcuts, onNavigate }: Props) {
  const t = useTranslations("shell");
  return (
    <div className="flex h-full flex-col gap-1 p-3">
      <StoreSwitcher collapsed={collapsed} />
      {onSearch && <SearchButton collapsed={collapsed} onSearch={onSearch} />}
      <nav aria-label={t("nav.label")} className="grid gap-0.5">
        {destinations.map((page) => (
          <Fragment key={page.href}>
            {page === settings && <hr className="my-2" />}
            <RailLink page={page} collapsed={collapsed} onNavigate={onNavigate} />
          </Fragment>
        ))}
      </nav>
      <div className="mt-auto grid gap-0.5">
        {onToggle && <CollapseButton collapsed={collapsed} onToggle={onToggle} />}
        <PersonMenu theme={theme} collapsed={collapsed} onShortcuts={onShortcuts} />
      </div>
    </div>
  );
}

const itemClasses =
  "flex h-11 items-center gap-2.5 rounded-md px-2.5 text-base transition-colors md:h-9 [&_svg]:size-4.5 [&_svg]:shrink-0";

type TipProps = { text: string; collapsed: boolean; children: ReactNode };

/** Names an item whose text a collapsed rail hides. */
const Tip = ({ text, collapsed, children }: TipProps) =>
  collapsed ? <Tooltip text={text}>{children}</Tooltip> : children;

type LinkProps = {
  page: (typeof destinations)[number];
  collapsed: boolean;
  onNavigate: (() => void) | undefined;
};

function RailLink({ page, collapsed, onNavigate }: LinkProps) {
  const t = useTranslations("shell");
  const label = t(`nav.${page.name}`);
  const active = isInside(usePathname(), page.area ?? page.href);
  return (
    <Tip text={label} collapsed={collapsed}>
      <Link
        href={page.href}
        aria-current={active ? "page" : undefined}
        aria-label={collapsed ? label : undefined}
        onClick={onNavigate}
        className={cx(
          itemClasses,
          active
            ? "bg-accent-tint font-medium text-accent-text"
            : "text-muted hover:bg-hover hover:text-ink",
        )}
      >
        <page.icon aria-hidden />
        {!collapsed && label}
      </Link>
    </Tip>
  );
}

function CollapseButton({ collapsed, onToggle }: { collapsed: boolean; onToggle: () => void }) {
  const t = useTranslations("shell");
  return (
    <Tip text={t("menu.expand")} collapsed={collapsed}>
      <button
        type="button"
        onClick={onToggle}
        aria-expanded={!collapsed}
        aria-label={collapsed ? t("menu.expand") : undefined}
        className={cx(itemClasses, "text-muted hover:bg-hover hover:text-ink")}
      >
        <PanelLeft aria-hidden />
        {!collapsed && t("menu.collapse")}
      </button>
    </Tip>
  );
}

function SearchButton({ collapsed, onSearch }: { collapsed: boolean; onSearch: () => void }) {
  const t = useTranslations("shell");
  const keys = usePaletteShortcutLabel();
  return (
    <Tip text={t("palette.title")} collapsed={collapsed}>
      <button
        type="button"
        onPointerEnter={preloadPalette}
        onClick={onSearch}
        aria-label={t("palette.title")}
        className={cx(
          itemClasses,
          "mb-1 border text-muted hover:bg-hover hover:text-ink",
          collapsed ? "justify-center px-0" : "bg-surface",
        )}
      >
        <Search aria-hidden />
        {!collapsed && (
          <>
            <span className="flex-1 text-left">{t("palette.title")}</span>
            <span className="flex gap-1" aria-hidden>
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </span>
          </>
        )}
      </button>
    </Tip>
  );
}
