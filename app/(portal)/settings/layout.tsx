import type { ReactNode } from "react";
import { SettingsTabs } from "@/components/portal/shell/settings-tabs";

export default function SettingsLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <SettingsTabs />
      {children}
    </>
  );
}
