import {
  ArrowLeftRight,
  BookOpen,
  ChartColumn,
  CreditCard,
  HandCoins,
  Layers,
  LayoutDashboard,
  Settings,
  Users,
  Webhook,
} from "lucide-react";

/** The main areas of the portal. `keys` is the two-key shortcut. */
export const areas = [
  { href: "/overview", label: "Overview", icon: LayoutDashboard, keys: ["g", "o"] },
  { href: "/cards", label: "Cards", icon: CreditCard, keys: ["g", "c"] },
  { href: "/transactions", label: "Transactions", icon: ArrowLeftRight, keys: ["g", "t"] },
  { href: "/customers", label: "Customers", icon: Users, keys: ["g", "u"] },
  { href: "/store-credit", label: "Store credit", icon: HandCoins, keys: ["g", "e"] },
  { href: "/batches", label: "Batches", icon: Layers, keys: ["g", "b"] },
  { href: "/webhooks", label: "Webhooks", icon: Webhook, keys: ["g", "w"] },
  { href: "/reports", label: "Reports", icon: ChartColumn, keys: ["g", "r"] },
] as const;

export const settings = {
  href: "/settings/store",
  area: "/settings",
  label: "Settings",
  icon: Settings,
  keys: ["g", "s"],
} as const;

export const reference = {
  href: "/docs",
  area: "/docs",
  label: "API reference",
  icon: BookOpen,
  keys: ["g", "a"],
} as const;

/** All pages with a keyboard shortcut. */
export const destinations = [...areas, settings, reference];

/** True if `pathname` is `area` or a page below it. */
export const isInside = (pathname: string, area: string) =>
  pathname === area || pathname.startsWith(`${area}/`);
