import type { ReactNode } from "react";
import { Messages } from "@/app/messages";
import { Providers } from "@/components/providers";

export default function WalletLayout({ children }: { children: ReactNode }) {
  return (
    <Messages areas={["wallet"]}>
      <Providers signInPath="/wallet/sign-in">{children}</Providers>
    </Messages>
  );
}
