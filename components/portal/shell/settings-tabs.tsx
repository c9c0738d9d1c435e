"use client";

import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { useIsTest, useSession } from "@/components/kit/api/session";
import type { Role } from "@/components/kit/api/types";
import { TabLinks } from "@/components/kit/ui/tab-links";
import { isInside } from "./navigation";

const auditLog = "/settings/audit-log";
const email = "/settings/email";
const testMode = "/settings/test-mode";

const writersOnly: string[] = [auditLog, email, testMode];
const liveOnly: string[] = [
  "/settings/team",
  "/settings/integrations",
  "/settings/transfers",
  email,
];

const pages = [
  { href: "/settings/store", name: "store" },
  { href: "/settings/branding", name: "branding" },
  { href: "/settings/team", name: "team" },
  { href: "/settings/devices", name: "devices" },
  { href: "/settings/cashiers", name: "cashiers" },
  { href: "/settings/api-keys", name: "apiKeys" },
  { href: "/settings/integrations", name: "integrations" },
  { href: "/settings/transfers", name: "transfers" },
  { href: email, name: "email" },
  { href: auditLog, name: "auditLog" },
  { href: "/settings/account", name: "account" },
  { href: "/settings/security", name: "security" },
  { href: testMode, name: "testMode" },
] as const;

/** The settings pages this role may open in this mode. */
export const pagesFor = (role: Role, isTest: boolean) =>
  pages.filter(
    ({ href }) =>
      (role !== "viewer" || !writersOnly.includes(href)) &&
      (isTest ? !liveOnly.includes(href) : href !== testMode),
  );

export function SettingsTabs() {
  const t = useTranslations("shell");
  const pathname = usePathname();
  const { role } = useSession();
  const isTest = useIsTest();
  const tabs = pagesFor(role, isTest).map((page) => ({
    href: page.href,
    label: t(`settings.${page.name}`),
    active: isInside(pathname, page.href),
  }));
  return <TabLinks label={t("settings.label")} tabs={tabs} />;
}
