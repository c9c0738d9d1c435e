import { test as base } from "@playwright/test";
import postgres, { type Sql } from "postgres";
import { type Answer, type ApiClient, apiClient, makeActiveCard } from "./client";
import { makeStore, type Store } from "./store";
import { type Tolerate, type Watch, watch } from "./watched-page";

type Card = { amountCents: number; currency?: string };

type AnotherStore = {
  merchant: Store;
  api: ApiClient;
  apiB: ApiClient;
  activeCard: (card: Card) => Promise<Answer["body"]>;
};

type Fixtures = {
  /** A store of this test's own: its people, and keys of both shapes without limits. */
  merchant: Store;
  /** A till of that store, under Shape A. */
  api: ApiClient;
  /** A till of the same store, under Shape B. */
  apiB: ApiClient;
  /** Makes a card of that store and activates it: the Card, under Shape A. */
  activeCard: (card: Card) => Promise<Answer["body"]>;
  /** Makes one more store, with its tills, for a step that needs its own. */
  anotherStore: () => Promise<AnotherStore>;
  /** Says which console errors or failed requests this test expects of its pages. */
  tolerate: Tolerate;
};

export type Lane = "direct" | "next";
/** A server of one lane, or several of both behind one address. */
export type Target = Lane | "several";

type WorkerFixtures = {
  /** What the tests talk to. */
  target: Target;
  onTarget: undefined;
  /** The database of the server under test, to assert on. */
  sql: Sql;
};

const PORTS: Record<Target, string | undefined> = {
  direct: process.env.PORT,
  next: process.env.NEXT_LANE_PORT,
  several: process.env.SEVERAL_PORT,
};

/** The port of a lane's server, or of the address that several share. */
export const portOf = (target: Target): number => Number(PORTS[target]);

export const test = base.extend<Fixtures & { watched: Watch }, WorkerFixtures>({
  target: ["direct", { option: true, scope: "worker" }],
  onTarget: [
    async ({ target }, use) => {
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

  anotherStore: async ({ browserName: _any }, use) =>
    use(async () => {
      const merchant = await makeStore();
      const api = apiClient(merchant.keyA);
      const activeCard = (card: Card) => makeActiveCard(api, card);
      return { merchant, api, apiB: apiClient(merchant.keyB), activeCard };
    }),

  watched: async ({ browserName: _any }, use) => use(watch()),

  // Every page of the test, pop-ups too, is held to it.
  context: async ({ context, watched }, use) => {
    context.on("page", watched.add);
    await use(context);
    const unexpected = watched.unexpected();
    if (unexpected.length > 0) throw new Error(`In the page:\n  ${unexpected.join("\n  ")}`);
  },

  tolerate: async ({ watched }, use) => use(watched.tolerate),
});

export { expect } from "@playwright/test";
