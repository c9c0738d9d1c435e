import { titled } from "@/app/messages";
import { BackToSignIn } from "@/components/auth/auth-form";
import { SignUpForm } from "@/components/auth/sign-up-form";
import { env } from "@/lib/env";

export const generateMetadata = titled("signUp");

export default function SignUpPage() {
  const { signUp } = env();
  if (signUp === "open") return <SignUpForm />;
  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight">Sign-up is closed</h1>
      <p className="mt-2 text-muted">
        {signUp === "invited"
          ? "You need an invitation. Ask an owner of your store to invite you, or ask this site's operator to create a store for you."
          : "Only this site's operator can create accounts. Ask them for one."}
      </p>
      <BackToSignIn />
    </>
  );
}
