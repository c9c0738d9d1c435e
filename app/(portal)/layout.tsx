import type { ReactNode } from "react";
import { Messages } from "@/app/messages";
import { PortalFrame } from "@/app/portal-frame";
import { lacksSecondFactor, requireSession } from "@/app/session";
import { Providers } from "@/components/kit/api/providers";
import { SessionProvider } from "@/components/kit/api/session";
import { SecondFactorRequired } from "@/components/portal/security/lazy-second-factor-required";
import type { Area } from "@/lib/base/i18n/messages";

// Not inline, because the pages below get their own (lib/base/i18n/catalogs.release.test.ts).
const secondFactorAreas: Area[] = ["auth", "security"];

export default async function PortalLayout({ children }: { children: ReactNode }) {
  const session = await requireSession();
  if (await lacksSecondFactor()) {
    return (
      <Messages areas={secondFactorAreas}>
        <Providers>
          <SessionProvider session={session}>
            <SecondFactorRequired />
          </SessionProvider>
        </Providers>
      </Messages>
    );
  }
  return <PortalFrame session={session}>{children}</PortalFrame>;
}
