import {
  BookOpen,
  ChevronsUpDown,
  CircleUser,
  Keyboard,
  LifeBuoy,
  LogOut,
  ShieldCheck,
} from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useSession } from "@/components/kit/api/session";
import { signOut } from "@/components/kit/credentials/credentials";
import { leaveGuarded } from "@/components/kit/form/unsaved-changes";
import { Menu, MenuChoice, MenuItem, MenuLabel, MenuRule } from "@/components/kit/ui/menu";
import type { Theme } from "./preferences";
import { chooseTheme, themeOptions, useTheme } from "./theme";

type Props = { theme: Theme; onShortcuts: () => void };

export function PersonMenu({ theme: initial, onShortcuts }: Props) {
  const [t, tc] = [useTranslations("shell"), useTranslations("common")];
  const { user, role, supportEmail } = useSession();
  const theme = useTheme(initial);
  const router = useRouter();

  return (
    <Menu
      side="top"
      trigger={
        <button
          type="button"
          aria-label={t("account.label", { name: user.name })}
          className="flex h-12 w-full items-center gap-2.5 rounded-md px-1.5 text-left transition-colors hover:bg-hover data-[state=open]:bg-hover narrow:justify-center narrow:px-0"
        >
          <span
            className="grid size-7 shrink-0 place-items-center rounded-full bg-hover text-xs font-semibold text-muted ring-1 ring-line"
            aria-hidden
          >
            {initialsOf(user.name)}
          </span>
          <span className="min-w-0 flex-1 narrow:hidden">
            <span className="block truncate text-sm font-medium">{user.name}</span>
            <span className="block truncate text-xs text-muted">{tc(`roles.${role}`)}</span>
          </span>
          <ChevronsUpDown className="mr-1 size-4 text-muted narrow:hidden" aria-hidden />
        </button>
      }
    >
      <MenuLabel>{user.email}</MenuLabel>
      <MenuRule />
      <MenuLabel>{t("account.theme")}</MenuLabel>
      <MenuChoice
        value={theme}
        onValueChange={chooseTheme}
        options={themeOptions.map((option) => ({
          ...option,
          label: t(`theme.${option.value}.label`),
        }))}
      />
      <MenuRule />
      <MenuItem onSelect={() => leaveGuarded(() => router.push("/settings/account"))}>
        <CircleUser aria-hidden /> {t("account.account")}
      </MenuItem>
      <MenuItem onSelect={() => leaveGuarded(() => router.push("/settings/security"))}>
        <ShieldCheck aria-hidden /> {t("account.security")}
      </MenuItem>
      <MenuRule />
      <MenuLabel>{t("account.help")}</MenuLabel>
      <MenuItem onSelect={() => leaveGuarded(() => router.push("/docs"))}>
        <BookOpen aria-hidden /> {t("account.docs")}
      </MenuItem>
      <MenuItem onSelect={onShortcuts}>
        <Keyboard aria-hidden /> {t("account.shortcuts")}
      </MenuItem>
      {supportEmail && (
        <MenuItem onSelect={() => window.location.assign(`mailto:${supportEmail}`)}>
          <LifeBuoy aria-hidden /> {t("account.support")}
        </MenuItem>
      )}
      <MenuRule />
      <MenuItem onSelect={() => void signOut()}>
        <LogOut aria-hidden /> {t("account.signOut")}
      </MenuItem>
    </Menu>
  );
}

const initialsOf = (name: string) =>
  name
    .split(/\s+/)
    .map((word) => word.charAt(0).toUpperCase())
    .slice(0, 2)
    .join("");
