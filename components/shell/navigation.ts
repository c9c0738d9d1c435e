import {
  ArrowLeftRight,
  BookOpen,
  ChartColumn,
  CreditCard,
  HandCoins,
  Layers,
  LayoutDashboard,
  type LucideIcon,
  Settings,
  Users,
  Webhook,
} from "lucide-react";

type Destination = {
  href: string;
  label: string;
  icon: LucideIcon;
  /** The two-key shortcut. */
  keys: readonly [string, string];
  /** The path of all its pages, if it isn't `href`. */
  area?: string;
};

export const settings: Destination = {
  href: "/settings/store",
  label: "Settings",
  icon: Settings,
  keys: ["g", "s"],
  area: "/settings",
};

/** The portal's main pages, in the order of the navigation. */
export const destinations: Destination[] = [
  { href: "/overview", label: "Overview", icon: LayoutDashboard, keys: ["g", "o"] },
  { href: "/cards", label: "Cards", icon: CreditCard, keys: ["g", "c"] },
  { href: "/transactions", label: "Transactions", icon: ArrowLeftRight, keys: ["g", "t"] },
  { href: "/customers", label: "Customers", icon: Users, keys: ["g", "u"] },
  { href: "/store-credit", label: "Store credit", icon: HandCoins, keys: ["g", "e"] },
  { href: "/batches", label: "Batches", icon: Layers, keys: ["g", "b"] },
  { href: "/webhooks", label: "Webhooks", icon: Webhook, keys: ["g", "w"] },
  { href: "/reports", label: "Reports", icon: ChartColumn, keys: ["g", "r"] },
  settings,
  { href: "/docs", label: "API reference", icon: BookOpen, keys: ["g", "a"] },
];

/** True if `pathname` is `area` or a page below it. */
export const isInside = (pathname: string, area: string) =>
  pathname === area || pathname.startsWith(`${area}/`);
