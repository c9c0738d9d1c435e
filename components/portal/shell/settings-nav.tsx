"use client";

import { ChevronLeft, ChevronRight } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, useId } from "react";
import { useIsTest, useSession } from "@/components/kit/api/session";
import type { Role } from "@/components/kit/api/types";
import { cx } from "@/components/kit/ui/cx";
import { PageHeader } from "@/components/kit/ui/page-header";
import type { Messages } from "@/lib/base/i18n/messages";
import { isInside, settings } from "./navigation";

type SettingsWords = Messages["shell"]["settings"];

type SettingsPage = {
  href: string;
  name: Exclude<keyof SettingsWords, "groups" | "label">;
  /** Not for viewers. */
  writersOnly?: true;
  /** The one mode that has it. */
  mode?: "live" | "test";
};

const groups: { name: keyof SettingsWords["groups"]; pages: SettingsPage[] }[] = [
  {
    name: "store",
    pages: [
      { href: "/settings/store", name: "store" },
      { href: "/settings/branding", name: "branding" },
      { href: "/settings/email", name: "email", writersOnly: true, mode: "live" },
    ],
  },
  {
    name: "selling",
    pages: [
      { href: "/settings/devices", name: "devices" },
      { href: "/settings/cashiers", name: "cashiers" },
      { href: "/settings/integrations", name: "integrations", mode: "live" },
      { href: "/settings/transfers", name: "transfers", mode: "live" },
    ],
  },
  {
    name: "developers",
    pages: [
      { href: "/settings/api-keys", name: "apiKeys" },
      { href: "/settings/test-mode", name: "testMode", writersOnly: true, mode: "test" },
    ],
  },
  {
    name: "people",
    pages: [
      { href: "/settings/team", name: "team", mode: "live" },
      { href: "/settings/audit-log", name: "auditLog", writersOnly: true },
    ],
  },
  {
    name: "you",
    pages: [
      { href: "/settings/account", name: "account" },
      { href: "/settings/security", name: "security" },
    ],
  },
];

/** The settings pages this role may open in this mode, in groups. */
const groupsFor = (role: Role, isTest: boolean) =>
  groups
    .map(({ name, pages }) => ({
      name,
      pages: pages.filter(
        ({ writersOnly, mode }) =>
          (role !== "viewer" || !writersOnly) && (!mode || (mode === "test") === isTest),
      ),
    }))
    .filter(({ pages }) => pages.length > 0);

/** The settings pages this role may open in this mode. */
export const pagesFor = (role: Role, isTest: boolean) =>
  groupsFor(role, isTest).flatMap(({ pages }) => pages);

/** A settings page next to the list of all of them, or, without room for both, below a link to that list. */
export function SettingsFrame({ children }: { children: ReactNode }) {
  const t = useTranslations("shell");
  const pathname = usePathname();
  if (pathname === settings.area) return children;
  return (
    <div className="@container/settings">
      <div className="flex gap-10">
        <SettingsList className="sticky top-[calc(var(--banner-height,0px)+2rem)] hidden w-44 shrink-0 gap-5 self-start @min-[58.5rem]/settings:grid print:hidden" />
        <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] content-start gap-6">
          <Link
            href={settings.area}
            prefetch={false}
            className="-mb-5 inline-flex items-center gap-1 justify-self-start text-sm text-muted hover:text-ink hover:underline @min-[58.5rem]/settings:hidden print:hidden"
          >
            <ChevronLeft className="size-3.5" aria-hidden />
            {t("settings.label")}
          </Link>
          {children}
        </div>
      </div>
    </div>
  );
}

/** The page with the list alone. */
export const SettingsIndex = () => (
  <>
    <PageHeader title={useTranslations("shell")("settings.label")} />
    <SettingsList isPage className="grid gap-6 md:grid-cols-2 lg:grid-cols-3" />
  </>
);

type ListProps = { isPage?: true; className: string };

function SettingsList({ isPage, className }: ListProps) {
  const t = useTranslations("shell");
  const id = useId();
  const pathname = usePathname();
  const shown = groupsFor(useSession().role, useIsTest());
  return (
    <nav aria-label={t("settings.label")} className={className}>
      {shown.map(({ name, pages }) => (
        <div key={name}>
          <p id={id + name} className="mb-1 px-2.5 text-xs font-medium text-muted">
            {t(`settings.groups.${name}`)}
          </p>
          <ul
            aria-labelledby={id + name}
            className={isPage ? "divide-y rounded-md border bg-surface" : "grid gap-0.5"}
          >
            {pages.map((page) => {
              const active = isInside(pathname, page.href);
              return (
                <li key={page.href}>
                  <Link
                    href={page.href}
                    prefetch={false}
                    aria-current={active ? "page" : undefined}
                    className={cx(
                      "flex items-center justify-between px-2.5 transition-colors",
                      isPage ? "h-11 hover:bg-hover" : "h-8 rounded-md",
                      !isPage &&
                        (active
                          ? "bg-accent-tint font-medium text-accent-text"
                          : "text-muted hover:bg-hover hover:text-ink"),
                    )}
                  >
                    {t(`settings.${page.name}`)}
                    {isPage && <ChevronRight className="size-4 text-muted" aria-hidden />}
                  </Link>
                </li>
              );
            })}
          </ul>
        </div>
      ))}
    </nav>
  );
}
