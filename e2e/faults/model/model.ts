import { setMaxListeners } from "node:events";
import type { History } from "../history";
import type { Mailbox, System } from "../system/parts";
import { type Context, makeActor } from "./actor";
import { makeAsk } from "./ask";
import { workInBackOffice } from "./back-office";
import { openConsumer } from "./consumers";
import { openDeviceTill } from "./device-tills";
import { runKeyless } from "./keyless";
import { runKiosk } from "./kiosk";
import { openPerson, restoreWebhooks } from "./people";
import { runProbe } from "./probes";
import { hangUp } from "./send";
import type { Client } from "./sessions";
import { connectShop, openStores, STORES, type Store } from "./stores";
import type { Counter } from "./till-verbs";
import { runTill } from "./tills";

type Options = Pick<System, "instances" | "scrip" | "mail" | "receivers" | "shop"> & {
  history: History;
  seed: number;
  /** About how many requests are sent in a second. */
  requestsPerSecond: number;
};

/** The rate that the pauses below lead to on an idle machine. */
const REQUESTS_PER_SECOND = 50;

// Average pauses between two operations of an actor. People and cashiers stay below the published rate limits.
const TILL_PAUSE_MS = 210;
const DEVICE_PAUSE_MS = 1_600;
const CONSUMER_PAUSE_MS = 700;
const PERSON_PAUSE_MS = 1_700;
const KIOSK_PAUSE_MS = 1_100;
const KEYLESS_PAUSE_MS = 400;

const TILLS_PER_STORE = 3;
const CONSUMERS = 4;
const KIOSKS = 2;

/** The running actors, and what can be done once they have stopped. */
export type Model = {
  /** Lets each actor finish its current operation. */
  stop: () => Promise<void>;
  /** Enables webhooks that failures disabled and replays what they missed. Returns how many needed it. */
  restoreWebhooks: () => Promise<number>;
  /** Connects the shop again, which ends the pause after an outage. */
  reconnectShop: () => Promise<void>;
  /** The stores' dashboards. */
  dashboards: { merchantId: string; dashboard: Client }[];
};

const startTills = (context: Context, counters: Counter[]): Promise<void>[] =>
  counters.flatMap((counter, index) =>
    Array.from({ length: TILLS_PER_STORE }, (_, at) => {
      const number = index * TILLS_PER_STORE + at;
      const key = counter.store.keys[at % counter.store.keys.length];
      if (!key) throw new Error("the store has no key");
      const given = { name: `till:${number}`, home: number, key, counter, counters };
      return runTill(context, { ...given, pauseMs: TILL_PAUSE_MS }, workInBackOffice);
    }),
  );

function startKiosks(context: Context, { limitedKey }: Store): Promise<void>[] {
  const shared = { key: limitedKey, cards: [], pauseMs: KIOSK_PAUSE_MS };
  return Array.from({ length: KIOSKS }, (_, at) =>
    runKiosk(context, { name: `kiosk:${at}`, home: at, ...shared }),
  );
}

/** Signs in the owner of a store and its tills. Returns the dashboard and what starts them. */
async function openStaff(context: Context, counter: Counter, index: number) {
  const { store } = counter;
  const person = { name: `person:${index}`, home: index, store, pauseMs: PERSON_PAUSE_MS };
  const { dashboard, run } = await openPerson(context, person);
  const starts = [run];
  for (const [at, device] of store.devices.entries()) {
    const cashier = store.cashiers[at];
    if (!cashier) continue;
    const name = `device:${index * store.devices.length + at}`;
    const given = { name, home: index + at, counter, device, cashier };
    starts.push(await openDeviceTill(context, { ...given, pauseMs: DEVICE_PAUSE_MS }));
  }
  return { merchantId: store.merchantId, dashboard, starts };
}

/** Signs in everybody who needs to. Returns what starts them. */
async function openEverybody(context: Context, mail: Mailbox, counters: Counter[]) {
  const consumers = Array.from({ length: CONSUMERS }, (_, at) => {
    const given = { name: `consumer:${at}`, home: at, mail, counters };
    return openConsumer(context, { ...given, pauseMs: CONSUMER_PAUSE_MS });
  });
  const staff = await Promise.all(
    counters.map((counter, index) => openStaff(context, counter, index)),
  );
  const starts = [...staff.flatMap((one) => one.starts), ...(await Promise.all(consumers))];
  return { starts, dashboards: staff };
}

/**
 * Opens stores, and starts the actors that together ask the service for everything that it can do. All requests and
 * responses go to the history. Resolves when they work. Throws if the service refuses what the stores are opened with.
 */
export async function startModel(options: Options): Promise<Model> {
  const { history, seed, instances, scrip, mail, receivers, shop } = options;
  const stopping = new AbortController();
  setMaxListeners(0, stopping.signal);
  let stoppedMs: number | null = null;
  const ask = makeAsk({ history, instances, stoppedMs: () => stoppedMs });
  const slowdown = REQUESTS_PER_SECOND / options.requestsPerSecond;
  const context: Context = { ask, seed, slowdown, stop: stopping.signal };
  const actors = STORES.map((_, at) => makeActor(context, `setup:${at}`, at));
  const stores = await openStores({ actors, scrip, receivers, shop, history });
  const counters: Counter[] = stores.map((store) => ({ store, shared: [], sold: [] }));
  const { starts, dashboards } = await openEverybody(context, mail, counters);
  const working = [
    ...startTills(context, counters),
    ...stores.slice(0, 1).flatMap((store) => startKiosks(context, store)),
    ...starts.map((start) => start()),
    ...stores.flatMap(({ keys: [key] }, at) =>
      key
        ? [runKeyless(context, { name: `keyless:${at}`, home: at, key, pauseMs: KEYLESS_PAUSE_MS })]
        : [],
    ),
    ...instances.flatMap(({ name }, at) => {
      const key = stores[at % stores.length]?.keys[0];
      return key ? [runProbe(context, { instance: name, at, key })] : [];
    }),
  ];
  return {
    dashboards,
    stop: async () => {
      stoppedMs ??= performance.now();
      stopping.abort();
      await Promise.all(working);
      hangUp();
    },
    restoreWebhooks: async () => {
      let restored = 0;
      for (const { dashboard } of dashboards) restored += await restoreWebhooks(dashboard);
      return restored;
    },
    reconnectShop: async () => {
      for (const [at, { dashboard }] of dashboards.entries())
        if (stores[at]?.hasShop) await connectShop(dashboard, shop);
    },
  };
}
