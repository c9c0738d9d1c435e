import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { PATH_HEADER } from "@/app/security";
import { walletOf } from "@/lib/api/kernel/sessions";
import type { OpenWallet } from "@/lib/domain/wallet/sessions";

/** The wallet that is open in this browser, read once per request; null if there is none. */
export const currentWallet = cache(
  async (): Promise<OpenWallet | null> => await walletOf(new Headers(await headers())),
);

/** Redirects visitors without an open wallet to sign-in, and from there back to the requested page. */
export async function requireWallet(): Promise<void> {
  if (await currentWallet()) return;
  const target = (await headers()).get(PATH_HEADER);
  redirect(target ? `/wallet/sign-in?next=${encodeURIComponent(target)}` : "/wallet/sign-in");
}
