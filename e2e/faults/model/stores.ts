import { SUBSCRIBABLE_EVENTS } from "@/lib/domain/webhooks/webhook";
import type { History } from "../history";
import type { FaultyReceiver, FaultyShop, Scrip } from "../system/parts";
import type { Actor } from "./actor";
import { type Client, openDashboard, requireDone } from "./sessions";

/** The largest amounts of a movement and of a day by direction, in cents; null for no limit. */
export type AmountLimits = {
  maxMovementInCents: number | null;
  maxMovementOutCents: number | null;
  maxDayInCents: number | null;
  maxDayOutCents: number | null;
};

type Limited = { limits: Record<keyof AmountLimits, number> };

export type Key = { id: string; secret: string; shape: "A" | "B"; limits: AmountLimits };
export type LimitedKey = Key & Limited;
export type Device = { id: string; pairingCode: string; limits: AmountLimits };
export type Cashier = { id: string; pin: string; limits: AmountLimits };

/** A store of the run, and what its actors need. */
export type Store = {
  merchantId: string;
  slug: string;
  owner: { email: string; password: string; merchantId: string };
  /** One of each shape, without limits. */
  keys: Key[];
  limitedKey: LimitedKey;
  devices: Device[];
  cashiers: Cashier[];
  hasShop: boolean;
  /** The other stores to which balances can be transferred. */
  partners: string[];
};

export const CURRENCY = "USD";

export const STORES = ["Juniper Street Books", "Corner Bakery", "Harbor Cinema"];
const PASSWORD = "correct-horse-battery-staple-7";
const PIN = "2580";

const NO_LIMITS: AmountLimits = {
  maxMovementInCents: null,
  maxMovementOutCents: null,
  maxDayInCents: null,
  maxDayOutCents: null,
};
const KEY_LIMITS: Limited["limits"] = {
  maxMovementInCents: 5_000,
  maxMovementOutCents: 400,
  maxDayInCents: 60_000,
  maxDayOutCents: 9_000,
};
const DEVICE_LIMITS = { ...NO_LIMITS, maxMovementOutCents: 4_000, maxDayOutCents: 60_000 };
const CASHIER_LIMITS = { ...NO_LIMITS, maxMovementInCents: 6_000, maxDayInCents: 400_000 };

const HOOKS = [
  { name: "all", events: [...SUBSCRIBABLE_EVENTS] },
  { name: "balances", events: ["card.balance_changed"] },
];

/** The limits of each agreement, in cents. The second one's daily limit is soon used up. */
const AGREEMENTS = [
  { maxTransferCents: 5_000, maxDayCents: 900_000_000, maxUnsettledCents: 900_000_000 },
  { maxTransferCents: 300, maxDayCents: 8_000, maxUnsettledCents: 900_000_000 },
];

export type SetUp = {
  /** Who opens each store. */
  actors: Actor[];
  scrip: Scrip;
  receivers: FaultyReceiver[];
  shop: FaultyShop;
  history: History;
};

const sideLimits = ({ id, limits }: { id: string; limits: AmountLimits }) => ({ id, limits });

async function createKeys(scrip: Scrip, merchantId: string): Promise<Key[]> {
  const keys: Key[] = [];
  for (const shape of ["A", "B"] as const) {
    const words = ["--merchant", merchantId, "--name", `Till ${shape}`, "--shape", shape];
    const { id, key } = await scrip("key", "create", ...words, "--no-limits");
    keys.push({ id, secret: key, shape, limits: NO_LIMITS });
  }
  return keys;
}

/** Creates a key with limits on amounts alone: limits on requests would put its movements in order. */
async function createLimitedKey(
  scrip: Scrip,
  dashboard: Client,
  merchantId: string,
): Promise<LimitedKey> {
  const words = ["--merchant", merchantId, "--name", "Kiosk", "--scopes", KIOSK_SCOPES.join(",")];
  const { id, key: secret } = await scrip("key", "create", ...words, "--no-limits");
  const body = { ...KEY_LIMITS, password: PASSWORD };
  const request = { verb: "limit key", method: "PATCH", path: `/portal/keys/${id}`, body } as const;
  requireDone(await dashboard(request), "limit key");
  return { id, secret, shape: "A", limits: KEY_LIMITS };
}

/** What only the dashboard can create: devices and cashiers. */
async function createTills(dashboard: Client) {
  const create = async (path: string, body: object) =>
    requireDone(await dashboard({ verb: `create ${path}`, path: `/portal/${path}`, body }), path)
      .body;
  const devices: Device[] = [];
  const cashiers: Cashier[] = [];
  for (const [index, name] of ["Front desk", "Back room"].entries()) {
    const limits = index === 0 ? NO_LIMITS : DEVICE_LIMITS;
    const { device, pairingCode } = await create("devices", {
      name,
      ...limits,
      password: PASSWORD,
    });
    devices.push({ id: device.id, pairingCode, limits });
    const own = index === 0 ? CASHIER_LIMITS : NO_LIMITS;
    const { cashier } = await create("cashiers", { name: `Cashier at ${name}`, pin: PIN, ...own });
    cashiers.push({ id: cashier.id, pin: PIN, limits: own });
  }
  return { devices, cashiers };
}

const KIOSK_SCOPES = ["cards:read", "cards:write", "money:write", "transactions:read"];

async function createWebhook(
  dashboard: Client,
  receiver: FaultyReceiver,
  { name, events }: { name: string; events: string[] },
): Promise<object> {
  const url = `${receiver.url}/${name}`;
  const body = { url, events };
  const created = await dashboard({ verb: "create webhook", path: "/v1/webhooks", body });
  const { id } = requireDone(created, "create webhook").body;
  const path = `/portal/webhooks/${id}/secret`;
  const revealed = await dashboard({ verb: "read webhook secret", method: "POST", path });
  const { pathname } = new URL(url);
  receiver.expectSecret(pathname, requireDone(revealed, "webhook secret").body.secret, id);
  return { id, receiver: receiver.name, path: pathname, events };
}

type Opened = Store & { dashboard: Client; webhooks: object[]; agreements: object[] };

async function createStore(
  { actors, scrip, receivers, shop }: SetUp,
  name: string,
  index: number,
): Promise<Opened> {
  const actor = actors[index];
  if (!actor) throw new Error(`nobody opens ${name}`);
  const email = `owner-${index}@example.com`;
  const words = ["--name", name, "--email", email, "--password", PASSWORD];
  const { merchantId, slug } = await scrip("merchant", "create", ...words, "--currency", CURRENCY);
  const owner = { email, password: PASSWORD, merchantId };
  const keys = await createKeys(scrip, merchantId);
  const dashboard = await openDashboard(actor, owner);
  const limitedKey = await createLimitedKey(scrip, dashboard, merchantId);
  const tills = { limitedKey, ...(await createTills(dashboard)) };
  const webhooks: object[] = [];
  for (const [at, { name, events }] of HOOKS.entries()) {
    const receiver = receivers[(index + at) % receivers.length];
    const wanted = { name: `${slug}-${name}`, events };
    if (receiver) webhooks.push(await createWebhook(dashboard, receiver, wanted));
  }
  const hasShop = index === 0;
  if (hasShop) await connectShop(dashboard, shop);
  const store = { merchantId, slug, owner, keys, ...tills, hasShop, partners: [] };
  return { ...store, dashboard, webhooks, agreements: [] };
}

/** Connects the store to the online shop, also again after the shop was away. Throws if it can't. */
export async function connectShop(dashboard: Client, { address, token }: SetUp["shop"]) {
  const body = { kind: "http", address, token };
  const connect = { verb: "connect shop", method: "PUT", path: "/portal/platform", body } as const;
  requireDone(await dashboard(connect), "connect shop");
}

async function agree(one: Opened, other: Opened, limits: object): Promise<void> {
  const propose = { verb: "propose agreement", path: "/portal/agreements" };
  const body = { slug: other.slug, ...limits };
  const { agreement } = requireDone(await one.dashboard({ ...propose, body }), "propose").body;
  const path = `/portal/agreements/${agreement.id}/accept`;
  requireDone(await other.dashboard({ verb: "accept agreement", path, body: limits }), "accept");
  for (const [store, { merchantId }] of [
    [one, other],
    [other, one],
  ] as const) {
    store.agreements.push({ id: agreement.id, otherMerchantId: merchantId, ...limits });
    store.partners.push(merchantId);
  }
}

/**
 * Creates the stores of a run as people do, and writes a `store` line for each.
 * Throws if the product refuses something.
 */
export async function openStores(setUp: SetUp): Promise<Store[]> {
  const { history, shop } = setUp;
  const opened: Opened[] = [];
  // One after the other: each goes to the bucket that is the smallest then.
  for (const [index, name] of STORES.entries()) opened.push(await createStore(setUp, name, index));
  const [one, two, three] = opened;
  if (one && two && three) {
    await agree(one, two, AGREEMENTS[0] ?? {});
    await agree(one, three, AGREEMENTS[1] ?? {});
  }
  return opened.map(({ dashboard: _, webhooks, agreements, ...store }) => {
    const { merchantId, slug, keys, limitedKey, devices, cashiers, hasShop } = store;
    const about = {
      slug,
      currency: CURRENCY,
      timeZone: "UTC",
      ownerEmail: store.owner.email,
      shop: hasShop ? shop.name : null,
      webhooks,
      keys: [...keys, limitedKey].map((key) => ({ ...sideLimits(key), actor: `key:${key.id}` })),
      devices: devices.map(sideLimits),
      cashiers: cashiers.map((one) => ({ ...sideLimits(one), actor: `cashier:${one.id}` })),
      agreements,
    };
    history.write({ kind: "store", merchantId, about });
    return store;
  });
}
