import type { PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/browser";
import { ApiError, get, openPage, post } from "@/components/kit/api/api";
import type { Translate } from "@/components/kit/locale/translate";
import { announceStore } from "@/components/kit/store/store-channel";

// Loaded on submit, because showing a form doesn't need it.
const loadNextAuth = () => import("next-auth/react");

const firstPageUrl = "/overview";

const refusalStatuses = {
  wrong: 401,
  passkey_wrong: 401,
  code_needed: 401,
  code_wrong: 401,
  rate_limited: 429,
  unavailable: 503,
  unreachable: 0,
} as const;

type RefusalCode = keyof typeof refusalStatuses;

export const refusalError = (t: Translate<"auth">, code: RefusalCode) =>
  new ApiError({ status: refusalStatuses[code], code, message: t(`refusals.${code}`) });

const isRefusal = (code: string | undefined): code is RefusalCode =>
  code !== undefined && Object.hasOwn(refusalStatuses, code);

export type Credentials = { email: string; password: string; code?: string };

/**
 * Signs in. Returns null, or a code if the sign-in is refused or the server can't be reached:
 * `code_needed` if the password is right and two-step sign-in is on.
 */
export async function signInWith(typed: Credentials): Promise<RefusalCode | null> {
  try {
    const { signIn } = await loadNextAuth();
    const result = await signIn("credentials", { ...typed, redirect: false });
    if (result.ok && !result.error) {
      await tellOtherTabs();
      return null;
    }
    if (isRefusal(result.code)) return result.code;
    return result.error === "CredentialsSignin" ? "wrong" : "unavailable";
  } catch {
    return "unreachable";
  }
}

/**
 * Signs in with a passkey. "canceled" if the person closed the browser's dialog, or had no passkey to choose.
 * An ApiError if the passkey is refused or the server can't be reached.
 */
export async function signInWithPasskey(
  t: Translate<"auth">,
): Promise<"signed_in" | "canceled" | ApiError> {
  try {
    const [{ signIn }, { startAuthentication }, optionsJSON] = await Promise.all([
      loadNextAuth(),
      import("@simplewebauthn/browser"),
      post("/api/portal/passkeys/sign-in", {}),
    ]);
    const response = await startAuthentication({
      optionsJSON: optionsJSON as unknown as PublicKeyCredentialRequestOptionsJSON,
    }).catch(() => null);
    if (response === null) return "canceled";
    const sent = { response: JSON.stringify(response), redirect: false as const };
    const result = await signIn("passkey", sent);
    if (result.ok && !result.error) {
      await tellOtherTabs();
      return "signed_in";
    }
    return refusalError(t, isRefusal(result.code) ? result.code : "passkey_wrong");
  } catch (error) {
    return error instanceof ApiError ? error : refusalError(t, "unreachable");
  }
}

/** Other tabs may still show the previous session's store. The sign-in succeeds even if this fails. */
async function tellOtherTabs(): Promise<void> {
  const session = await get("/api/portal/me").catch(() => null);
  if (session) announceStore(session.merchant.id);
}

/** Ends the session in the browser and on the server. */
export const endSession = async () => (await loadNextAuth()).signOut({ redirect: false });

/** Ends the session and opens the sign-in page. */
export async function signOut() {
  await endSession();
  return openPage("/sign-in");
}

/** Opens `next` if it is on this site, else the first page. */
export function leaveFor(next: string | null) {
  const target = new URL(next ?? firstPageUrl, window.location.origin);
  const ours = target.origin === window.location.origin;
  // Use the full URL: a path that starts with two slashes would lead to another host.
  return openPage(ours ? target.href : firstPageUrl);
}

/** Signs in to an account that was just created or joined, or lets the user do it. */
export async function enter({ email, password }: Credentials) {
  const refused = await signInWith({ email, password });
  return leaveFor(refused ? "/sign-in" : null);
}
