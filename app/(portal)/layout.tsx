import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { requireSession } from "@/app/session";
import { SessionProvider } from "@/components/session";
import { railCookie, themeCookie, themeOf } from "@/components/shell/preferences";
import { Shell } from "@/components/shell/shell";

export default async function PortalLayout({ children }: { children: ReactNode }) {
  const session = await requireSession();
  const jar = await cookies();
  return (
    <SessionProvider session={session}>
      <Shell
        theme={themeOf(jar.get(themeCookie)?.value)}
        initiallyCollapsed={jar.get(railCookie)?.value === "narrow"}
      >
        {children}
      </Shell>
    </SessionProvider>
  );
}
