import {
  CreditCard,
  HandCoins,
  Keyboard,
  KeyRound,
  LogOut,
  type LucideIcon,
  MonitorSmartphone,
  Settings,
  UserPlus,
  Webhook,
} from "lucide-react";
import type { Role, Session } from "@/components/kit/api/types";
import { signOut } from "@/components/kit/credentials/credentials";
import type { Translate } from "@/components/kit/locale/translate";
import { destinations, openInNewTab } from "./navigation";
import { pagesFor as settingsPagesFor } from "./settings-nav";
import { chooseTheme, themeOptions } from "./theme";

export type Command = {
  label: string;
  icon: LucideIcon;
  /** Additional search terms. */
  also?: string;
  keys?: readonly string[];
} & ({ href: string } | { act: () => void });

type Change = {
  name:
    | "addCashier"
    | "addDevice"
    | "createCards"
    | "createKey"
    | "createWebhook"
    | "invite"
    | "issueCredit";
  icon: LucideIcon;
  href: string;
  /** "live": in test mode, managers may too. */
  ownerOnly?: true | "live";
  liveOnly?: boolean;
};

export type CommandGroup = { heading: string; commands: Command[] };

const pageCommands = (t: Translate<"shell">, role: Role, isTest: boolean): Command[] => [
  ...destinations.map((page) => {
    const label = t(`nav.${page.name}`);
    if (!page.newTab) return { ...page, label };
    const { icon, keys, href } = page;
    return { label, icon, keys, act: () => openInNewTab(href) };
  }),
  ...settingsPagesFor(role, isTest).map(({ href, name }) => ({
    label: t("commands.settings", { page: t(`settings.${name}`) }),
    also: t(`commands.words.${name}`),
    icon: Settings,
    href,
  })),
];

const changes: Change[] = [
  {
    name: "createCards",
    icon: CreditCard,
    href: "/cards?open=create",
  },
  {
    name: "issueCredit",
    icon: HandCoins,
    href: "/store-credit?open=issue",
  },
  {
    name: "createKey",
    icon: KeyRound,
    href: "/settings/api-keys?open=create",
  },
  {
    name: "createWebhook",
    icon: Webhook,
    href: "/webhooks?open=create",
  },
  {
    name: "addDevice",
    icon: MonitorSmartphone,
    href: "/settings/devices?open=add",
    ownerOnly: "live",
  },
  {
    name: "addCashier",
    icon: UserPlus,
    href: "/settings/cashiers?open=add",
  },
  {
    name: "invite",
    icon: UserPlus,
    href: "/settings/team?open=invite",
    ownerOnly: true,
    liveOnly: true,
  },
];

const mayDo = (role: Role, isTest: boolean, { ownerOnly, liveOnly }: Change) =>
  (role === "owner" || (role === "manager" && (!ownerOnly || (isTest && ownerOnly === "live")))) &&
  !(isTest && liveOnly);

const changeCommands = (t: Translate<"shell">, role: Role, isTest: boolean): Command[] =>
  changes
    .filter((change) => mayDo(role, isTest, change))
    .map(({ name, icon, href }) => ({
      label: t(`commands.${name}.label`),
      also: t(`commands.${name}.also`),
      icon,
      href,
    }));

/** Commands available without a search, limited to what the role may do in this mode. */
export const commandsFor = (
  t: Translate<"shell">,
  { role, merchant }: Session,
  showShortcuts: () => void,
): CommandGroup[] => {
  const isTest = merchant.liveMerchantId !== null;
  return [
    { heading: t("commands.goTo"), commands: pageCommands(t, role, isTest) },
    { heading: t("commands.actions"), commands: changeCommands(t, role, isTest) },
    { heading: t("commands.account"), commands: ownCommands(t, showShortcuts) },
  ];
};

const ownCommands = (t: Translate<"shell">, showShortcuts: () => void): Command[] => [
  ...themeOptions.map(({ value, icon }) => ({
    label: t(`theme.${value}.command`),
    also: t(`theme.${value}.also`),
    icon,
    act: () => chooseTheme(value),
  })),
  { label: t("commands.shortcuts"), icon: Keyboard, keys: ["?"], act: showShortcuts },
  {
    label: t("commands.signOut.label"),
    also: t("commands.signOut.also"),
    icon: LogOut,
    act: () => void signOut(),
  },
];
