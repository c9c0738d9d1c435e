import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { sha256 } from "@/lib/base/config/secrets";
import type { Ctx } from "@/lib/base/context";
import { found } from "@/lib/base/errors";
import { newId } from "@/lib/base/ids";
import { KEY_PRESETS } from "@/lib/base/roles";
import { currentBucket } from "@/lib/db/client/buckets";
import { db, pg } from "@/lib/db/client/client";
import { memberships, users } from "@/lib/db/schema/users";
import { createKey } from "@/lib/domain/api-keys/create";
import { createMerchant } from "@/lib/domain/people/create-merchant";
import { operatorContext } from "@/lib/domain/people/operator";
import { hashPassword } from "@/lib/domain/people/passwords/hash";
import { updateBranding } from "@/lib/domain/stores/branding";
import { saveLogo } from "@/lib/domain/stores/logo";
import { updateStore } from "@/lib/domain/stores/settings";
import { inviteToTeam } from "@/lib/domain/team/invite";
import { TILL_NAMES, type Till } from "./plan";
import { addTill, type Cashier, DEMO_CASHIERS, DEVICE_NAME } from "./tills";

/** The demo store's team besides its owner. */
const TEAM = [
  { name: "Tom Reyes", email: "tom@example.com", role: "manager" },
  { name: "Ines Duarte", email: "ines@example.com", role: "manager" },
  { name: "Priya Nair", email: "priya@example.com", role: "viewer" },
] as const;

const INVITED = { email: "sam@example.com", role: "viewer" } as const;

/** The demo store, and who acts in it. */
export type DemoStore = {
  id: string;
  userId: string;
  deviceId: string;
  as: (till: Till) => Ctx;
  atTill: (cashier: Cashier) => Ctx;
  asOwner: () => Ctx;
};

/** Creates the demo store with its tills, its team and an invitation. Cards are valid for a year. */
export async function createDemoStore(owner: {
  email: string;
  password: string;
}): Promise<DemoStore> {
  const { merchantId: id, userId } = await createMerchant({
    name: "Juniper Street Books",
    personName: "Maya Chen",
    ...owner,
    currency: "USD",
    bucket: currentBucket(),
  });
  const asOwner = () => contextOfOwner(id, userId);
  await updateStore(asOwner(), { validityMonths: 12 });
  await brandDemoStore(asOwner());
  for (const name of TILL_NAMES) {
    const scopes = KEY_PRESETS[name === "Online shop" ? "online_shop" : "till"];
    await createKey(operatorContext(id), { name, shape: "A", scopes, expiresAt: null });
  }
  await addTill(asOwner, owner.password);
  await addTeam(id);
  await inviteToTeam(asOwner(), INVITED);
  return found(await findDemoStore(id));
}

/** The demo store; null if its owner, a key, the device or a cashier is not there any more. */
export async function findDemoStore(id: string): Promise<DemoStore | null> {
  const rows = await pg()<{ name: string; id: string }[]>`
    select 'key ' || name as name, id from api_keys where merchant_id = ${id} and revoked_at is null
    union all select 'cashier ' || name, id from cashiers
      where merchant_id = ${id} and deactivated_at is null
    union all select 'device ' || d.name, d.id from devices d
      join api_keys k on k.merchant_id = d.merchant_id and k.id = d.key_id
      where d.merchant_id = ${id} and k.revoked_at is null
    union all select 'owner', user_id from memberships where merchant_id = ${id} and role = 'owner'`;
  const ids = new Map(rows.map((row) => [row.name, row.id]));
  const names = [
    "owner",
    `device ${DEVICE_NAME}`,
    ...TILL_NAMES.map((name) => `key ${name}`),
    ...DEMO_CASHIERS.map((name) => `cashier ${name}`),
  ];
  if (!names.every((name) => ids.has(name))) return null;
  const idOf = (name: string) => ids.get(name) ?? "";
  const [userId, deviceId] = [idOf("owner"), idOf(`device ${DEVICE_NAME}`)];
  return {
    id,
    userId,
    deviceId,
    as: (till) => contextOfKey(id, idOf(`key ${till}`)),
    atTill: (cashier) => contextAtTill(id, deviceId, idOf(`cashier ${cashier}`)),
    asOwner: () => contextOfOwner(id, userId),
  };
}

/** The context of a key without limits. */
function contextOfKey(merchantId: string, id: string): Ctx {
  const operator = operatorContext(merchantId);
  return { ...operator, principal: { ...operator.principal, kind: "key", actor: `key:${id}` } };
}

/** The context of a cashier at a device, without limits. */
function contextAtTill(merchantId: string, deviceId: string, cashierId: string): Ctx {
  const operator = operatorContext(merchantId);
  const limits = { deviceLimits: null, cashierLimits: null };
  const session = { sessionId: "", cashierName: "", locksAt: new Date() };
  const cashier = { ...session, deviceId, cashierId, ...limits };
  const device = { id: deviceId, name: "", keyId: "", pairedAt: null };
  const caller = { kind: "till", actor: `cashier:${cashierId}`, device, cashier } as const;
  return { ...operator, principal: { ...operator.principal, ...caller } };
}

/** The context of an owner without limits, who also acts for customers. Nothing reads the session. */
function contextOfOwner(merchantId: string, userId: string): Ctx {
  const operator = operatorContext(merchantId);
  const session = { id: newId(), userId };
  const caller = { kind: "member", actor: `user:${userId}`, session } as const;
  return { ...operator, principal: { ...operator.principal, ...caller } };
}

/** Adds people who can't sign in: nobody knows their passwords. */
async function addTeam(merchantId: string) {
  const passwordHash = await hashPassword(randomBytes(24).toString("base64url"), { personal: [] });
  for (const { role, ...person } of TEAM) {
    const id = newId();
    await db()
      .insert(users)
      .values({ id, ...person, passwordHash, verifiedAt: sql`now()` });
    await db().insert(memberships).values({ merchantId, userId: id, role });
  }
}

const LOGO_PX = 192;

/** Gives the demo store its branding. Its logo is encoded already, so that a first start needs no decoder. */
async function brandDemoStore(ctx: Ctx): Promise<void> {
  await updateBranding(ctx, {
    brandColor: "#2b3f75",
    supportEmail: "hello@juniper-street.example",
    supportPhone: "+1 503 555 0142",
    termsUrl: "https://juniper-street.example/gift-cards",
  });
  const image = readFileSync(join("lib", "demo", "logo.png"));
  await saveLogo(ctx, { image, widthPx: LOGO_PX, heightPx: LOGO_PX, hash: sha256(image) });
}
