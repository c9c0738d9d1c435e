import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { PATH_HEADER } from "@/app/security";
import type { OpenWallet } from "@/lib/consumers/sessions";
import { walletOf } from "@/lib/http/sessions";

/** The wallet that is open in the browser, asked for once a request; null when none is. */
export const currentWallet = cache(
  async (): Promise<OpenWallet | null> => await walletOf(new Headers(await headers())),
);

/** Sends who has no wallet open to open it and, from there, back to the page asked for. */
export async function requireWallet(): Promise<void> {
  if (await currentWallet()) return;
  const target = (await headers()).get(PATH_HEADER);
  redirect(target ? `/wallet/sign-in?next=${encodeURIComponent(target)}` : "/wallet/sign-in");
}
