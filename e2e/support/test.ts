import { test as base } from "@playwright/test";
import postgres, { type Sql } from "postgres";
import { type Answer, type ApiClient, apiClient, makeActiveCard } from "./client";
import { startSeveralServers } from "./on-demand";
import { makePagesPatient } from "./patient-pages";
import { makeStore, type Store } from "./store";
import { type Tolerate, type Watch, watch } from "./watched-page";

type CardOptions = { amountCents: number; currency?: string };

type Fixtures = {
  /** The test's own store, with its owner and a key without limits for each shape. */
  merchant: Store;
  /** API client of that store, in Shape A. */
  api: ApiClient;
  /** API client of the same store, in Shape B. */
  apiB: ApiClient;
  /** Creates and activates a card in that store. Returns it in Shape A. */
  activeCard: (card: CardOptions) => Promise<Answer["body"]>;
  /** Declares console errors or failed requests that this test expects. */
  tolerate: Tolerate;
};

export type Lane = "direct" | "next";
/** A server of one lane, or a load balancer over both. */
export type Target = Lane | "several";

type WorkerFixtures = {
  /** The server that the tests run against. */
  target: Target;
  onTarget: undefined;
  /** The database of the server under test, for assertions. */
  sql: Sql;
};

const PORTS: Record<Target, string | undefined> = {
  direct: process.env.PORT,
  next: process.env.NEXT_LANE_PORT,
  several: process.env.SEVERAL_PORT,
};

/** The port of a lane's server, or of the load balancer. */
export const portOf = (target: Target): number => Number(PORTS[target]);

export const test = base.extend<Fixtures & { watched: Watch }, WorkerFixtures>({
  target: ["direct", { option: true, scope: "worker" }],
  onTarget: [
    async ({ target }, use) => {
      if (target !== "direct") await startSeveralServers();
      process.env.PORT = String(portOf(target));
      await use(undefined);
    },
    { scope: "worker", auto: true },
  ],

  sql: [
    async ({ browserName: _any }, use) => {
      const sql = postgres(process.env.DATABASE_URL ?? "", { max: 4, onnotice: () => {} });
      await use(sql);
      await sql.end();
    },
    { scope: "worker" },
  ],

  merchant: async ({ browserName: _any }, use) => use(await makeStore()),
  api: async ({ merchant }, use) => use(apiClient(merchant.keyA)),
  apiB: async ({ merchant }, use) => use(apiClient(merchant.keyB)),

  activeCard: async ({ api }, use) => use((card) => makeActiveCard(api, card)),

  watched: async ({ browserName: _any }, use) => use(watch()),

  // Watch every page of the test, including pop-ups.
  context: async ({ context, watched }, use) => {
    // A reused context keeps its page.
    for (const page of context.pages()) watched.add(page);
    context.on("page", watched.add);
    await makePagesPatient(context);
    await use(context);
    const unexpected = watched.unexpected();
    if (unexpected.length > 0) throw new Error(`In the page:\n  ${unexpected.join("\n  ")}`);
  },

  tolerate: async ({ watched }, use) => use(watched.tolerate),
});

export { expect } from "@playwright/test";
