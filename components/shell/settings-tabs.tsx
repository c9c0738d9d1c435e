"use client";

import { usePathname } from "next/navigation";
import { useSession } from "@/components/session";
import type { Role } from "@/components/types";
import { TabLinks } from "@/components/ui/tab-links";
import { isInside } from "./navigation";

const auditLog = "/settings/audit-log";
const email = "/settings/email";

const pages = [
  { href: "/settings/store", label: "Store" },
  { href: "/settings/team", label: "Team" },
  { href: "/settings/api-keys", label: "API keys" },
  { href: "/settings/integrations", label: "Integrations" },
  { href: "/settings/transfers", label: "Transfers" },
  { href: email, label: "Email" },
  { href: auditLog, label: "Audit log" },
  { href: "/settings/security", label: "Security" },
];

/** The settings pages this role may open. */
export const pagesFor = (role: Role) =>
  pages.filter(({ href }) => role !== "viewer" || ![auditLog, email].includes(href));

export function SettingsTabs() {
  const pathname = usePathname();
  const { role } = useSession();
  const tabs = pagesFor(role).map((page) => ({ ...page, active: isInside(pathname, page.href) }));
  return <TabLinks label="Settings" tabs={tabs} />;
}
