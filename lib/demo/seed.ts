import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { z } from "zod";
import { demoFile } from "@/lib/base/config/demo-file";
import { env } from "@/lib/base/config/env";
import { API_SCOPES } from "@/lib/base/roles";
import { db } from "@/lib/db/client/client";
import { isMigrated } from "@/lib/db/migrate/migrate";
import { rateLimits } from "@/lib/db/schema/guards";
import { merchants } from "@/lib/db/schema/merchants";
import { outbox } from "@/lib/db/schema/outbox";
import { createKey } from "@/lib/domain/api-keys/create";
import { expireGiftsOf } from "@/lib/domain/gifts/expire";
import { operatorContext } from "@/lib/domain/people/operator";
import { ageBalances } from "@/lib/domain/reports/age-balances";
import { closeDays } from "@/lib/domain/reports/close-days";
import { testStoreOf } from "@/lib/domain/stores/twin";
import { createPairingCode } from "@/lib/domain/till/devices";
import { backdate, backdateStores } from "./backdate";
import { counterStory } from "./counter";
import { describeCustomers } from "./customers";
import { closeOldMonths } from "./months";
import { createPartner } from "./partner";
import { DAY_MS, HISTORY_DAYS } from "./plan";
import { orderStock, saleStories } from "./sales";
import { createDemoStore, type DemoStore } from "./store";
import { at, play } from "./timeline";
import { walletStory } from "./wallet";
import { addWebhooks, attempts } from "./webhooks";

const EMAIL = "demo@example.com";
/** The days of the history in which the webhooks are there. */
const WEBHOOK_DAYS = 4;

const Demo = z.object({
  email: z.string(),
  password: z.string(),
  apiKey: z.string(),
  /** Missing for a demo store of an earlier release, in which nothing happens after its history. */
  storeId: z.string().optional(),
});
/** `pairingCode`: of its till, for 15 minutes after the store was created. */
export type Demo = z.infer<typeof Demo> & { pairingCode?: string };

/**
 * Whether this instance may create tables and the demo store by itself. With DATABASE_URL and without APP_URL, only if
 * it was started with --demo: the variable may have been set for another program.
 */
export const mayFill = (isEmbedded: boolean): boolean =>
  isEmbedded || !env().local || env().seedDemo;

/** Throws, before anything is written, if the database has no tables and this instance may not fill it. */
export async function refuseEmptyDatabase(isEmbedded: boolean): Promise<void> {
  if (mayFill(isEmbedded) || (await isMigrated(env().databaseUrl))) return;
  throw new Error(
    "The database in DATABASE_URL doesn't have Scrip's tables, and APP_URL isn't set.\n" +
      "  To create the tables and a demo store there:   npm start -- --demo   (or SCRIP_SEED_DEMO=yes)\n" +
      "  To create only the tables:                     npm run -s scrip -- db migrate\n" +
      "  To use the embedded database instead:          unset DATABASE_URL",
  );
}

/** Creates the demo store if it may and there are no stores, or loads an earlier one; null if none. */
export async function loadDemo({ seeds }: { seeds: boolean }): Promise<Demo | null> {
  const created = seeds ? await seedDemo() : null;
  if (created || !existsSync(demoFile())) return created;
  return Demo.parse(JSON.parse(readFileSync(demoFile(), "utf8")));
}

/**
 * Creates a demo store with 14 months of history up to `nowMs`, and saves its sign-in and a test key, if the instance
 * has no store. Never in production.
 */
export async function seedDemo(nowMs = Date.now()): Promise<Demo | null> {
  if (env().production) return null;
  if ((await db().$count(merchants)) > 0) return null;
  const owner = { email: EMAIL, password: randomBytes(9).toString("base64url") };
  const store = await at(nowMs - (HISTORY_DAYS + 7) * DAY_MS, () => createDemoStore(owner));
  const key = { name: "Demo till", shape: "A", scopes: API_SCOPES, expiresAt: null } as const;
  const { secret } = await createKey(operatorContext(await testStoreOf(store.id)), key);
  const demo = { ...owner, apiKey: secret, storeId: store.id };
  mkdirSync(env().dataDir, { recursive: true });
  // Saved before the history, so an interrupted start leaves a store you can sign in to.
  writeFileSync(demoFile(), `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
  await makeHistory(store, nowMs);
  const pairing = { deviceId: store.deviceId, password: owner.password };
  return { ...demo, pairingCode: (await createPairingCode(store.asOwner(), pairing)).pairingCode };
}

/** Plays 14 months at the store and its partner, through the ledger like everything else. */
async function makeHistory(store: DemoStore, nowMs: number): Promise<void> {
  const partner = await at(nowMs - 60 * DAY_MS, () => createPartner(store));
  const stock = await orderStock(store, nowMs);
  const webhooksMs = nowMs - WEBHOOK_DAYS * DAY_MS;
  const stories = [
    ...saleStories(store, stock, nowMs),
    walletStory(store, nowMs),
    partner.movements(nowMs),
    counterStory(store, webhooksMs, nowMs),
  ];
  await play(stories.map((story) => story.filter(({ atMs }) => atMs < webhooksMs)));
  const webhooks = await at(webhooksMs, () => addWebhooks(store));
  const recent = stories.flat().filter(({ atMs }) => atMs >= webhooksMs);
  await play([recent.sort((a, b) => a.atMs - b.atMs)]);
  await play([await attempts(webhooks, nowMs)]);
  await closeDays();
  await closeOldMonths(store, nowMs);
  const storeIds = [store.id, partner.id];
  await backdate({ storeIds, writtenSinceMs: 0 });
  await backdateStores(storeIds);
  await expireGiftsOf(store.id);
  await describeCustomers(store.id);
  // The demo customers are not real: remove the emails to them, and what they took of the quotas.
  await db().delete(outbox);
  await db().delete(rateLimits);
  await ageBalances();
}
