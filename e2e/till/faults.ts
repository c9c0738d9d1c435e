import type { BrowserContext, Page, Route } from "@playwright/test";

/** What goes wrong with the next operation of a till. */
export type Fault = {
  /** Prepares the fault. Resolves with the page to go on with: another one, if the tab was closed. */
  inject: (page: Page) => Promise<{ after: () => Promise<Page> }>;
  /** Whether the operation never reaches the server, so that the cashier tries again. */
  lost?: true;
  /** Whether the till asks for the PIN again. */
  locks?: true;
};

const OPERATIONS = /\/api\/till\/(cards(\/[\w-]+\/(load|redeem|refund))?|reversals)$/;

const once = async (page: Page, handle: (route: Route) => Promise<void>) => {
  await page.route(OPERATIONS, handle, { times: 1 });
  return { after: async () => page };
};

/** The connection is lost before the request arrives. */
export const loseBeforeArrival: Fault = {
  lost: true,
  inject: (page) => once(page, (route) => route.abort("failed")),
};

/** The server commits, and the response is lost. */
export const loseAfterCommit: Fault = {
  inject: (page) =>
    once(page, async (route) => {
      await route.fetch();
      await route.abort("failed");
    }),
};

/** The connection is lost in the middle of the response. */
export const loseInResponse: Fault = {
  inject: (page) =>
    once(page, async (route) => {
      const response = await route.fetch();
      const text = await response.text();
      await route.fulfill({ response, body: text.slice(0, text.length / 2) });
    }),
};

const reopened = async (context: BrowserContext): Promise<Page> => {
  const page = await context.newPage();
  await page.goto("/till");
  return page;
};

/** The tab is closed after the request left, and opened again. */
export const closeTabAfterSending: Fault = {
  locks: true,
  inject: async (page) => {
    const context = page.context();
    let arrived = () => {};
    const arrival = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    await page.route(
      OPERATIONS,
      async (route) => {
        await route.fetch();
        // The page never gets the response.
        arrived();
      },
      { times: 1 },
    );
    return {
      after: async () => {
        await arrival;
        await page.close();
        return await reopened(context);
      },
    };
  },
};
