import { ApiError, get } from "@/components/api";
import { announceStore } from "@/components/shell/store-channel";

// Wanted once a form is sent, and not to show it.
const nextAuth = () => import("next-auth/react");

const firstPage = "/overview";

const refusals = {
  wrong: [401, "The e-mail address or the password isn't right. Check both, then try again."],
  code_needed: [401, "Enter the code of your device."],
  code_wrong: [401, "This code isn't right, or was used before. Wait for the next one."],
  rate_limited: [429, "There were too many attempts. Wait a quarter of an hour, then try again."],
  unavailable: [503, "Scrip is busy. Try again in a moment."],
  unreachable: [0, "Scrip can't be reached. Check the connection, then try again."],
} as const;

type Refused = keyof typeof refusals;

const refusal = (code: Refused) =>
  new ApiError({ status: refusals[code][0], code, message: refusals[code][1] });

const isRefusal = (code: string | undefined): code is Refused =>
  code !== undefined && Object.hasOwn(refusals, code);

export type Credentials = { email: string; password: string };

/**
 * Signs in. A refusal, or the want of an answer, is returned; null when the person is signed in. The
 * refusal is `code_needed` when the password was right and a second step is on.
 */
export async function signInWith(
  email: string,
  password: string,
  code?: string,
): Promise<ApiError | null> {
  try {
    const typed = { email, password, ...(code !== undefined && { code }) };
    const { signIn } = await nextAuth();
    const answer = await signIn("credentials", { ...typed, redirect: false });
    if (answer.ok && !answer.error) {
      await tellOtherTabs();
      return null;
    }
    if (isRefusal(answer.code)) return refusal(answer.code);
    return refusal(answer.error === "CredentialsSignin" ? "wrong" : "unavailable");
  } catch {
    return refusal("unreachable");
  }
}

/** They may show the store of the session before. The person is signed in even if this fails. */
async function tellOtherTabs(): Promise<void> {
  const session = await get("/api/portal/me").catch(() => null);
  if (session) announceStore(session.merchant.id);
}

/** Ends the session here and on the server. */
export async function endSession() {
  const { signOut } = await nextAuth();
  await signOut({ redirect: false });
}

/** Ends the session, and leaves for where another begins. */
export async function leave() {
  await endSession();
  window.location.assign("/sign-in");
}

/** Leaves for the page asked for before signing in, if it is one of ours. A full load forgets the old session's data. */
export function leaveFor(next: string | null) {
  const target = new URL(next ?? firstPage, window.location.origin);
  const ours = target.origin === window.location.origin;
  // The whole address: a path alone that begins with two slashes would name another host.
  window.location.assign(ours ? target.href : firstPage);
}
