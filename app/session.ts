import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { PATH_HEADER } from "@/app/security";
import { sessionOf } from "@/lib/api/kernel/sessions";
import { tillOf } from "@/lib/api/kernel/till-session";
import { type Profile, profileOf } from "@/lib/domain/people/profile";

/** The session of the request, read once; null if nobody is signed in. */
export const currentSession = cache(async () => sessionOf(new Headers(await headers())));

/** Whether the store requires a second factor that the session lacks. */
export const lacksSecondFactor = async (): Promise<boolean> =>
  (await currentSession())?.lacksSecondFactor ?? false;

/** The signed-in user with their store, read once per request; null if nobody is signed in. */
export const currentProfile = cache(async (): Promise<Profile | null> => {
  const session = await currentSession();
  return session && (await profileOf(session.merchantId, session.userId));
});

/** Whether the browser that opens a page is a till of this store. */
export const isTillOf = async (merchantId: string): Promise<boolean> =>
  (await tillOf(new Headers(await headers())))?.merchantId === merchantId;

/**
 * The signed-in user with their store. Redirects everyone else to sign-in, and from there back to the
 * requested page.
 */
export async function requireSession(): Promise<Profile> {
  const profile = await currentProfile();
  if (profile) return profile;
  const target = (await headers()).get(PATH_HEADER);
  redirect(target ? `/sign-in?next=${encodeURIComponent(target)}` : "/sign-in");
}
