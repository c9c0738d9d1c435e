import type { ConsoleMessage, Page, Request } from "@playwright/test";
import { baseUrl } from "./client";

/** Declares console errors or failed requests that a test expects. */
export type Tolerate = (expected: RegExp) => void;

const LOCAL_URL_PATTERN = /^(data|blob|about):/;
// A navigation cancels requests that the previous page was still loading.
const CANCELLED_REQUEST_ERROR = "net::ERR_ABORTED";

/** Records everything unexpected in a page: errors, failed requests, foreign hosts. */
export function watch() {
  const troubles: string[] = [];
  const expected: RegExp[] = [];

  const add = (page: Page) => {
    page.on("console", (message: ConsoleMessage) => {
      if (message.type() !== "error") return;
      troubles.push(`console: ${message.text()} (${message.location().url})`);
    });
    page.on("pageerror", (error: Error) => troubles.push(`thrown: ${error.message}`));
    page.on("request", (request: Request) => {
      const url = request.url();
      if (!LOCAL_URL_PATTERN.test(url) && new URL(url).origin !== baseUrl()) {
        troubles.push(`request to another host: ${url}`);
      }
    });
    page.on("requestfailed", (request: Request) => {
      const reason = request.failure()?.errorText;
      if (reason !== CANCELLED_REQUEST_ERROR)
        troubles.push(`request failed: ${request.url()} (${reason})`);
    });
  };

  const tolerate: Tolerate = (pattern) => void expected.push(pattern);
  const unexpected = () => troubles.filter((trouble) => !expected.some((one) => one.test(trouble)));
  return { add, tolerate, unexpected };
}

export type Watch = ReturnType<typeof watch>;
