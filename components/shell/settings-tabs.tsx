"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { cx } from "@/components/ui/cx";
import { isInside } from "./navigation";

export const pages = [
  { href: "/settings/store", label: "Store" },
  { href: "/settings/team", label: "Team" },
  { href: "/settings/api-keys", label: "API keys" },
  { href: "/settings/audit-log", label: "Audit log" },
  { href: "/settings/security", label: "Security" },
];

/** On a phone the tab of this page may be out of sight. */
const show = (tab: HTMLElement | null) =>
  tab?.scrollIntoView({ block: "nearest", inline: "nearest" });

/** The pages of the settings. */
export function SettingsTabs() {
  const pathname = usePathname();
  return (
    <nav aria-label="Settings" className="flex gap-6 overflow-x-auto border-b">
      <span className="py-2.5 text-muted">Settings</span>
      {pages.map(({ href, label }) => {
        const active = isInside(pathname, href);
        return (
          <Link
            key={href}
            href={href}
            aria-current={active ? "page" : undefined}
            ref={active ? show : undefined}
            className={cx(
              "-mb-px border-b-2 py-2.5 whitespace-nowrap",
              active
                ? "border-accent-text font-medium text-ink"
                : "border-transparent text-muted hover:text-ink",
            )}
          >
            {label}
          </Link>
        );
      })}
    </nav>
  );
}
