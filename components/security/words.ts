import type { ReplyOf } from "@/components/api";

export type Security = ReplyOf<"/api/portal/security">;
export type OpenSession = ReplyOf<"/api/portal/sessions">["sessions"][number];

/** Toast text for the number of sessions that ended. */
export const endedWords = (sessions: number) =>
  sessions === 0
    ? "You were signed in nowhere else."
    : `${sessions === 1 ? "1 other session" : `${sessions} other sessions`} ended.`;

/** Label of a session's device, such as "Firefox on Linux". Either part may be unknown. */
export function deviceWords({ browser, system }: Pick<OpenSession, "browser" | "system">) {
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? (system ? `A browser on ${system}` : "An unknown browser");
}
