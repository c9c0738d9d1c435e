import { cookies } from "next/headers";
import { NuqsAdapter } from "nuqs/adapters/next/app";
import type { ReactNode } from "react";
import { Messages } from "@/app/messages";
import { Providers } from "@/components/kit/api/providers";
import { SessionProvider } from "@/components/kit/api/session";
import { railCookie, themeCookie, themeOf } from "@/components/portal/shell/preferences";
import { Shell } from "@/components/portal/shell/shell";
import type { Profile } from "@/lib/domain/people/profile";

type Props = { session: Profile; children: ReactNode };

/** Providers, navigation and header of every portal page. */
export async function PortalFrame({ session, children }: Props) {
  const jar = await cookies();
  return (
    <Messages areas={["shell", "testMode"]}>
      <Providers>
        <SessionProvider session={session}>
          <NuqsAdapter>
            <Shell
              theme={themeOf(jar.get(themeCookie)?.value)}
              initiallyCollapsed={jar.get(railCookie)?.value === "narrow"}
            >
              {children}
            </Shell>
          </NuqsAdapter>
        </SessionProvider>
      </Providers>
    </Messages>
  );
}
