import type { BrowserContext, Page } from "@playwright/test";
import { PATIENT } from "@/lib/testing/patience";

/**
 * Lets pointers reach a page only once React has hydrated it. The server sends buttons that look ready, but a
 * click before that does nothing. A Playwright click waits for its target to receive pointers.
 */
function holdPointers() {
  // Emails are shown in frames, without React.
  if (window !== window.top) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("html { pointer-events: none !important }");
  document.adoptedStyleSheets = [sheet];
  const release = () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
  };
  const check = () => {
    if (document.readyState === "loading") return false;
    if (!document.querySelector("script[src*='/_next/']")) return true;
    return Object.keys(document.body).some((key) => key.startsWith("__reactFiber$"));
  };
  const timer = setInterval(() => {
    if (!check()) return;
    clearInterval(timer);
    release();
  }, 20);
}

/** Times the pages' own limits on waiting for a response, as SCRIP_PATIENCE does for the server's. */
function waitLonger(factor: number) {
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  AbortSignal.timeout = (ms) => timeout(ms * factor);
}

/** Makes clicks in the pages of a context wait for React, and the pages wait as long as a busy machine needs. */
export async function makePagesPatient(context: BrowserContext): Promise<void> {
  await context.addInitScript(holdPointers);
  await context.addInitScript(waitLonger, Number(PATIENT.SCRIP_PATIENCE));
}

/** Resolves when React has hydrated the page, so that it responds to keys, too. */
export const waitForReact = async (page: Page): Promise<void> => {
  await page.waitForFunction(() =>
    Object.keys(document.body ?? {}).some((key) => key.startsWith("__reactFiber$")),
  );
};
