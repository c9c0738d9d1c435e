import { titled } from "@/app/messages";
import { SignInForm } from "@/components/auth/sign-in-form";
import { env } from "@/lib/base/config/env";

export const generateMetadata = titled("signIn");

type Props = { searchParams: Promise<{ next?: string | string[] }> };

export default async function SignInPage({ searchParams }: Props) {
  const { next } = await searchParams;
  return (
    <SignInForm
      next={typeof next === "string" ? next : null}
      isSignUpOpen={env().signUp === "open"}
    />
  );
}
