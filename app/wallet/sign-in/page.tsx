import { redirect } from "next/navigation";
import { titledByHeading } from "@/app/messages";
import { WalletFrame } from "@/components/wallet/frame";
import { SignInForm } from "@/components/wallet/sign-in-form";
import { currentWallet } from "../wallet-session";

export const generateMetadata = titledByHeading("signIn.title");

export default async function WalletSignInPage() {
  const wallet = await currentWallet();
  if (wallet && wallet.session.only === null) redirect("/wallet");
  return (
    <WalletFrame>
      <SignInForm initialEmail={wallet?.consumer.email ?? null} />
    </WalletFrame>
  );
}
