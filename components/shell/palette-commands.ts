import {
  CreditCard,
  HandCoins,
  Keyboard,
  KeyRound,
  LogOut,
  type LucideIcon,
  Monitor,
  Moon,
  Settings,
  Sun,
  UserPlus,
  Webhook,
} from "lucide-react";
import type { Session } from "@/components/types";
import { destinations } from "./navigation";
import { pagesFor as settingsPagesFor } from "./settings-tabs";
import { signOut } from "./sign-out";
import { chooseTheme } from "./theme";

export type Command = {
  id: string;
  label: string;
  icon: LucideIcon;
  /** Additional search terms. */
  also?: string;
  keys?: readonly string[];
} & ({ href: string } | { act: () => void });

type Role = Session["role"];

type Change = Command & { href: string; ownerOnly?: boolean };

export type CommandGroup = { heading: string; commands: Command[] };

const pagesFor = (role: Role): Command[] => [
  ...destinations.map(({ href, label, icon, keys }) => ({ id: href, label, icon, keys, href })),
  ...settingsPagesFor(role).map(({ href, label }) => ({
    id: `settings ${href}`,
    label: `Settings: ${label}`,
    icon: Settings,
    href,
  })),
];

const changes: Change[] = [
  {
    id: "create-card",
    label: "Create a card",
    icon: CreditCard,
    also: "new gift card issue sell",
    href: "/cards?open=create",
  },
  {
    id: "issue-store-credit",
    label: "Issue store credit",
    icon: HandCoins,
    also: "refund return goodwill wallet customer",
    href: "/store-credit?open=issue",
  },
  {
    id: "create-key",
    label: "Create an API key",
    icon: KeyRound,
    also: "new till secret token",
    href: "/settings/api-keys?open=create",
  },
  {
    id: "create-webhook",
    label: "Create a webhook",
    icon: Webhook,
    also: "new add endpoint event",
    href: "/webhooks?open=create",
  },
  {
    id: "invite",
    label: "Invite somebody to the team",
    icon: UserPlus,
    also: "add person member manager viewer",
    href: "/settings/team?open=invite",
    ownerOnly: true,
  },
];

const themes: Command[] = [
  {
    id: "theme-light",
    label: "Light theme",
    icon: Sun,
    also: "bright appearance",
    act: () => chooseTheme("light"),
  },
  {
    id: "theme-dark",
    label: "Dark theme",
    icon: Moon,
    also: "night appearance",
    act: () => chooseTheme("dark"),
  },
  {
    id: "theme-system",
    label: "Theme as the system",
    icon: Monitor,
    also: "auto appearance",
    act: () => chooseTheme("system"),
  },
];

const mayDo = (role: Role, { ownerOnly = false }: Change) =>
  role === "owner" || (role === "manager" && !ownerOnly);

/** Commands available without a search, limited to what the role may do. */
export const commandsFor = (role: Role, showShortcuts: () => void): CommandGroup[] => [
  { heading: "Go to", commands: pagesFor(role) },
  { heading: "Do", commands: changes.filter((change) => mayDo(role, change)) },
  {
    heading: "You",
    commands: [
      ...themes,
      {
        id: "shortcuts",
        label: "Keyboard shortcuts",
        icon: Keyboard,
        keys: ["?"],
        act: showShortcuts,
      },
      {
        id: "sign-out",
        label: "Sign out",
        icon: LogOut,
        also: "leave log out",
        act: () => void signOut(),
      },
    ],
  },
];
