import { signIn } from "next-auth/react";

const firstPage = "/cards";

/** Signs in; false when the e-mail address or the password is wrong. Throws when there is no answer. */
export async function signInWith(email: string, password: string): Promise<boolean> {
  const answer = await signIn("credentials", { email, password, redirect: false });
  return Boolean(answer?.ok && !answer.error);
}

/** Leaves for the page asked for before signing in, if it is one of ours. A full load forgets the old session's data. */
export function leaveFor(next: string | null) {
  const target = new URL(next ?? firstPage, window.location.origin);
  const ours = target.origin === window.location.origin;
  window.location.assign(ours ? target.pathname + target.search + target.hash : firstPage);
}
