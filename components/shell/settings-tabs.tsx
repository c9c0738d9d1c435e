"use client";

import { usePathname } from "next/navigation";
import { useIsTest, useSession } from "@/components/session";
import type { Role } from "@/components/types";
import { TabLinks } from "@/components/ui/tab-links";
import { isInside } from "./navigation";

const auditLog = "/settings/audit-log";
const email = "/settings/email";
const testMode = "/settings/test-mode";

const liveOnly = ["/settings/team", "/settings/integrations", "/settings/transfers", email];

const pages = [
  { href: "/settings/store", label: "Store" },
  { href: "/settings/team", label: "Team" },
  { href: "/settings/api-keys", label: "API keys" },
  { href: "/settings/integrations", label: "Integrations" },
  { href: "/settings/transfers", label: "Transfers" },
  { href: email, label: "Email" },
  { href: auditLog, label: "Audit log" },
  { href: "/settings/security", label: "Security" },
  { href: testMode, label: "Test mode" },
];

/** The settings pages this role may open in this mode. */
export const pagesFor = (role: Role, isTest: boolean) =>
  pages.filter(
    ({ href }) =>
      (role !== "viewer" || ![auditLog, email, testMode].includes(href)) &&
      (isTest ? !liveOnly.includes(href) : href !== testMode),
  );

export function SettingsTabs() {
  const pathname = usePathname();
  const { role } = useSession();
  const isTest = useIsTest();
  const tabs = pagesFor(role, isTest).map((page) => ({
    ...page,
    active: isInside(pathname, page.href),
  }));
  return <TabLinks label="Settings" tabs={tabs} />;
}
