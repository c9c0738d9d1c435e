import {
  ArrowLeftRight,
  BookOpen,
  ChartColumn,
  CreditCard,
  HandCoins,
  Layers,
  LayoutDashboard,
  type LucideIcon,
  ScanBarcode,
  Settings,
  Users,
  Webhook,
} from "lucide-react";
import type { Messages } from "@/lib/base/i18n/messages";

type Destination = {
  href: string;
  /** The label: a key of `shell.nav`. */
  name: Exclude<keyof Messages["shell"]["nav"], "label" | "newTab">;
  icon: LucideIcon;
  /** The two-key shortcut. */
  keys: readonly [string, string];
  /** The path of all its pages, if it isn't `href`. */
  area?: string;
  /** Opens in its own tab: the till fills the screen, and only its own page may use the camera. */
  newTab?: true;
};

export const settings = {
  href: "/settings/store",
  name: "settings",
  icon: Settings,
  keys: ["g", "s"],
  area: "/settings",
} as const satisfies Destination;

/** The portal's main pages, in the order of the navigation. */
export const destinations: Destination[] = [
  { href: "/overview", name: "overview", icon: LayoutDashboard, keys: ["g", "o"] },
  { href: "/till", name: "till", icon: ScanBarcode, keys: ["g", "l"], newTab: true },
  { href: "/cards", name: "cards", icon: CreditCard, keys: ["g", "c"] },
  { href: "/transactions", name: "transactions", icon: ArrowLeftRight, keys: ["g", "t"] },
  { href: "/customers", name: "customers", icon: Users, keys: ["g", "u"] },
  { href: "/store-credit", name: "storeCredit", icon: HandCoins, keys: ["g", "e"] },
  { href: "/batches", name: "batches", icon: Layers, keys: ["g", "b"] },
  { href: "/webhooks", name: "webhooks", icon: Webhook, keys: ["g", "w"] },
  { href: "/reports", name: "reports", icon: ChartColumn, keys: ["g", "r"] },
  settings,
  { href: "/docs", name: "apiReference", icon: BookOpen, keys: ["g", "a"] },
];

/** True if `pathname` is `area` or a page below it. */
export const isInside = (pathname: string, area: string) =>
  pathname === area || pathname.startsWith(`${area}/`);

export const openInNewTab = (href: string) => void window.open(href, "_blank", "noopener");
