import type { ReactNode } from "react";
import { Messages } from "@/app/messages";
import { PortalFrame } from "@/app/portal-frame";
import { lacksSecondFactor, requireSession } from "@/app/session";
import { Providers } from "@/components/providers";
import { SecondFactorRequired } from "@/components/security/second-factor-required";
import { SessionProvider } from "@/components/session";

export default async function PortalLayout({ children }: { children: ReactNode }) {
  const session = await requireSession();
  if (await lacksSecondFactor()) {
    return (
      <Messages areas={["security"]}>
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
