import { redirect } from "next/navigation";
import { titled } from "@/app/messages";
import { WalletFrame } from "@/components/wallet/frame";
import { SignInForm } from "@/components/wallet/sign-in-form";
import { currentWallet } from "../wallet-session";

export const generateMetadata = titled("openWallet");

export default async function WalletSignInPage() {
  const wallet = await currentWallet();
  if (wallet && wallet.session.only === null) redirect("/wallet");
  return (
    <WalletFrame>
      <SignInForm knownEmail={wallet?.consumer.email ?? null} />
    </WalletFrame>
  );
}
