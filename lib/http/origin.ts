import { env } from "../env";
import { Refusal } from "../errors";

const SAFE_METHODS = ["GET", "HEAD", "OPTIONS"];

/** Whether a method changes nothing. */
export const isSafe = (method: string): boolean => SAFE_METHODS.includes(method);

/**
 * Lets through what a page of this instance sends with a cookie. A browser sends Origin with every
 * change, and Sec-Fetch-Site unless it is an old one. Refuses: insufficient_scope, when another
 * site's page may have made the browser send a change.
 */
export function checkOrigin({ method, headers }: Request): void {
  if (isSafe(method)) return;
  const { appUrl } = env();
  const site = headers.get("sec-fetch-site") ?? "same-origin";
  if (headers.get("origin") === appUrl && site === "same-origin") return;
  throw new Refusal("insufficient_scope", {
    message: `A signed-in person can change something only from ${appUrl} itself.`,
  });
}
