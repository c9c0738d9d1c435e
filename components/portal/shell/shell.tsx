"use client";

import { Menu, Search } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useCallback, useEffect, useState } from "react";
import { useIsTest, useSession } from "@/components/kit/api/session";
import { RecentPagesProvider } from "@/components/kit/list/recent-pages";
import { OfflineNotice } from "@/components/kit/page/offline";
import { usePrintName } from "@/components/kit/page/print-name";
import { Button } from "@/components/kit/ui/button";
import { cx } from "@/components/kit/ui/cx";
import { Sheet } from "@/components/kit/ui/dialog";
import { prefetchLazy } from "@/components/kit/ui/lazy/prefetch";
import { SkipLink } from "@/components/kit/ui/skip-link";
import { TestModeBanner } from "@/components/portal/test-mode/banner";
import { PaletteEntry, preloadPalette } from "./palette-entry";
import { railCookie, savePreference, type Theme } from "./preferences";
import { Rail } from "./rail";
import { ShortcutsDialog, useShortcuts } from "./shortcuts";
import { UnconfirmedAddress } from "./unconfirmed-address";
import { usePrefetch } from "./use-prefetch";

type Props = { theme: Theme; initiallyCollapsed: boolean; children: ReactNode };

/** Layout of every portal page: navigation, header and content. */
export function Shell({ theme, initiallyCollapsed, children }: Props) {
  const t = useTranslations("shell");
  const isTest = useIsTest();
  const [collapsed, setCollapsed] = useState(initiallyCollapsed);
  const [menuOpen, setMenuOpen] = useState(false);
  const [listOpen, setListOpen] = useState(false);
  const showList = useCallback(() => setListOpen(true), []);
  const [palette, setPalette] = useState<"unasked" | "open" | "closed">("unasked");
  const showPalette = useCallback(() => setPalette("open"), []);
  useShortcuts({ showList, showPalette });
  useEffect(prefetchLazy, []);
  usePrefetch();
  usePrintName(useSession().merchant);

  const toggle = () => {
    savePreference(railCookie, collapsed ? "wide" : "narrow");
    setCollapsed(!collapsed);
  };

  return (
    <RecentPagesProvider>
      <SkipLink />
      <div className={cx(isTest && "[--banner-height:2.5rem]")}>
        {isTest && <TestModeBanner />}
        <div className="md:flex">
          <aside
            className={cx(
              "sticky top-[var(--banner-height,0px)] z-20 hidden h-[calc(100dvh-var(--banner-height,0px))] w-16 shrink-0 border-r bg-sunken md:block print:hidden",
              !collapsed && "lg:w-60",
            )}
          >
            <Rail
              theme={theme}
              collapsed={collapsed}
              onToggle={toggle}
              onSearch={showPalette}
              onShortcuts={showList}
            />
          </aside>
          <div className="min-w-0 flex-1">
            <PhoneHeader onMenu={() => setMenuOpen(true)} onSearch={showPalette} />
            <OfflineNotice />
            <UnconfirmedAddress />
            <main
              id="content"
              tabIndex={-1}
              className="mx-auto grid w-full max-w-[1200px] grid-cols-[minmax(0,1fr)] gap-6 px-4 py-6 outline-none md:px-8 md:py-8 print:max-w-none print:p-0"
            >
              {children}
            </main>
          </div>
        </div>
      </div>
      {menuOpen && (
        <Sheet onClose={() => setMenuOpen(false)} title={t("menu.title")}>
          <Rail theme={theme} onNavigate={() => setMenuOpen(false)} onShortcuts={showList} />
        </Sheet>
      )}
      {listOpen && <ShortcutsDialog onClose={() => setListOpen(false)} />}
      {palette !== "unasked" && (
        <PaletteEntry
          open={palette === "open"}
          onOpenChange={(open) => setPalette(open ? "open" : "closed")}
          onShortcuts={showList}
        />
      )}
    </RecentPagesProvider>
  );
}

/** Replaces the side navigation on phones. */
function PhoneHeader({ onMenu, onSearch }: { onMenu: () => void; onSearch: () => void }) {
  const t = useTranslations("shell");
  const { merchant } = useSession();
  return (
    <header className="flex h-14 items-center gap-2 border-b bg-sunken px-2 md:hidden print:hidden">
      <Button variant="ghost" size="icon" aria-label={t("menu.open")} onClick={onMenu}>
        <Menu aria-hidden />
      </Button>
      <span className="truncate font-semibold">{merchant.name}</span>
      <Button
        variant="ghost"
        size="icon"
        className="ml-auto"
        aria-label={t("palette.title")}
        onPointerEnter={preloadPalette}
        onClick={onSearch}
      >
        <Search aria-hidden />
      </Button>
    </header>
  );
}
