import {
  CreditCard,
  HandCoins,
  Keyboard,
  KeyRound,
  LogOut,
  type LucideIcon,
  Settings,
  UserPlus,
  Webhook,
} from "lucide-react";
import { signOut } from "@/components/auth/credentials";
import type { Role, Session } from "@/components/types";
import { destinations } from "./navigation";
import { pagesFor as settingsPagesFor } from "./settings-tabs";
import { chooseTheme, themeOptions } from "./theme";

export type Command = {
  label: string;
  icon: LucideIcon;
  /** Additional search terms. */
  also?: string;
  keys?: readonly string[];
} & ({ href: string } | { act: () => void });

type ChangeCommand = Command & { href: string; ownerOnly?: boolean; liveOnly?: boolean };

export type CommandGroup = { heading: string; commands: Command[] };

const pageCommandsFor = (role: Role, isTest: boolean): Command[] => [
  ...destinations,
  ...settingsPagesFor(role, isTest).map(({ href, label }) => ({
    label: `Settings: ${label}`,
    icon: Settings,
    href,
  })),
];

const changeCommands: ChangeCommand[] = [
  {
    label: "Create a card",
    icon: CreditCard,
    also: "new gift card issue sell",
    href: "/cards?open=create",
  },
  {
    label: "Issue store credit",
    icon: HandCoins,
    also: "refund return goodwill wallet customer",
    href: "/store-credit?open=issue",
  },
  {
    label: "Create an API key",
    icon: KeyRound,
    also: "new till secret token",
    href: "/settings/api-keys?open=create",
  },
  {
    label: "Create a webhook",
    icon: Webhook,
    also: "new add endpoint event",
    href: "/webhooks?open=create",
  },
  {
    label: "Invite somebody to the team",
    icon: UserPlus,
    also: "add person member manager viewer",
    href: "/settings/team?open=invite",
    ownerOnly: true,
    liveOnly: true,
  },
];

const themeCommands = themeOptions.map(({ value, command, icon, also }) => ({
  label: command,
  icon,
  also: `${also} appearance`,
  act: () => chooseTheme(value),
}));

const mayDo = (role: Role, isTest: boolean, { ownerOnly, liveOnly }: ChangeCommand) =>
  (role === "owner" || (role === "manager" && !ownerOnly)) && !(isTest && liveOnly);

/** Commands available without a search, limited to what the role may do in this mode. */
export const commandsFor = (
  { role, merchant }: Session,
  showShortcuts: () => void,
): CommandGroup[] => {
  const isTest = merchant.liveMerchantId !== null;
  return [
    { heading: "Go to", commands: pageCommandsFor(role, isTest) },
    { heading: "Do", commands: changeCommands.filter((change) => mayDo(role, isTest, change)) },
    ownCommands(showShortcuts),
  ];
};

const ownCommands = (showShortcuts: () => void): CommandGroup => ({
  heading: "You",
  commands: [
    ...themeCommands,
    {
      label: "Keyboard shortcuts",
      icon: Keyboard,
      keys: ["?"],
      act: showShortcuts,
    },
    {
      label: "Sign out",
      icon: LogOut,
      also: "leave log out",
      act: () => void signOut(),
    },
  ],
});
