import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inArray } from "drizzle-orm";
import { z } from "zod";
import { parseCode, unsealCode } from "../cards/code";
import { create } from "../cards/create";
import { disable } from "../cards/disable";
import { activate, credit, spend } from "../cards/movements";
import type { Ctx } from "../context";
import { env } from "../env";
import { createMerchant, insertStore } from "../merchants/create";
import { createKey } from "../merchants/keys/create";
import { operatorContext } from "../merchants/operator";
import { testStoreOf } from "../merchants/twin";
import { API_SCOPES } from "../roles";
import { issueStoreCredit } from "../store-credit/issue";
import { acceptAgreement } from "../transfers/agreements/accept";
import { proposeAgreement } from "../transfers/agreements/propose";
import { transfer } from "../transfers/transfer";
import { db } from "./client";
import { isMigrated } from "./migrate";
import { merchants } from "./schema/merchants";
import { outbox } from "./schema/outbox";

const EMAIL = "demo@example.com";

const Demo = z.object({ email: z.string(), password: z.string(), apiKey: z.string() });
export type Demo = z.infer<typeof Demo>;

/** The file with the sign-in and the test key of the demo store. */
const demoFile = (): string => join(env().dataDir, "demo.json");

/**
 * Whether this instance may create tables and the demo store by itself. In a database of DATABASE_URL without
 * an APP_URL that takes a word, because the variable may have been set for another program.
 */
export const mayFill = (isEmbedded: boolean): boolean =>
  isEmbedded || !env().local || env().seedDemo;

/** Throws, before anything is written, if the database has no tables and this instance may not fill it. */
export async function refuseEmptyDatabase(isEmbedded: boolean): Promise<void> {
  if (mayFill(isEmbedded) || (await isMigrated(env().databaseUrl))) return;
  throw new Error(
    "DATABASE_URL names a database without Scrip's tables, and APP_URL is not set.\n" +
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
 * Creates a demo store and saves its sign-in and a test key, if the instance has no store. Never in production.
 */
export async function seedDemo(): Promise<Demo | null> {
  if (env().production) return null;
  if ((await db().$count(merchants)) > 0) return null;
  const password = randomBytes(9).toString("base64url");
  const { merchantId, userId } = await createMerchant({
    name: "Juniper Street Books",
    personName: "Demo Owner",
    email: EMAIL,
    password,
    currency: "USD",
  });
  const ctx = () => operatorContext(merchantId);
  const key = { name: "Demo till", shape: "A", scopes: API_SCOPES, expiresAt: null } as const;
  const twinId = await testStoreOf(merchantId);
  const { secret } = await createKey(operatorContext(twinId), key);
  const demo = { email: EMAIL, password, apiKey: secret };
  mkdirSync(env().dataDir, { recursive: true });
  // Saved before the cards, so an interrupted start leaves a store you can sign in to.
  writeFileSync(demoFile(), `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
  await seedCards(ctx);
  const partnerId = await seedPartner(ctx, userId);
  // The demo customers are not real: remove the emails to them.
  await db()
    .delete(outbox)
    .where(inArray(outbox.merchantId, [merchantId, partnerId]));
  return demo;
}

const PARTNER_LIMITS = {
  maxTransferCents: 10_000,
  maxDayCents: 50_000,
  maxUnsettledCents: 100_000,
};

/** Creates a second store of the demo owner, with a transfer agreement and a transfer. Returns its id. */
async function seedPartner(ctx: () => Ctx, userId: string): Promise<string> {
  const store = { name: "Juniper Street Café", currency: "USD" };
  const partner = await db().transaction((tx) => insertStore(tx, store, userId, null));
  const partnerCtx = () => operatorContext(partner.merchantId);
  const proposal = { slug: partner.slug, ...PARTNER_LIMITS };
  const { id } = (await proposeAgreement(ctx(), proposal)).agreement;
  await acceptAgreement(partnerCtx(), { id, ...PARTNER_LIMITS });
  const usd = { currency: "USD", cardType: "digital" } as const;
  const [from, to] = [await create(ctx(), usd), await create(partnerCtx(), usd)];
  await activate(ctx(), { cardId: from.card.id, amountCents: 5_000 });
  await activate(partnerCtx(), { cardId: to.card.id, amountCents: 1_000 });
  const toCode = parseCode(unsealCode(to.card)) ?? "";
  await transfer(ctx(), { fromCardId: from.card.id, toCode, amountCents: 2_000 });
  return partner.merchantId;
}

const OWNER_EMAILS = [
  "ada@example.com",
  "grace@example.com",
  "linus@example.com",
  undefined,
  undefined,
];
const FIRST_BALANCES_CENTS = [2_500, 5_000, 10_000, 1_500, 7_500];

async function seedCards(ctx: () => Ctx): Promise<void> {
  for (let n = 0; n < 18; n++) {
    const cardType = n % 3 === 0 ? "physical" : "digital";
    const currency = n % 6 === 5 ? "EUR" : "USD";
    const { card } = await create(ctx(), { currency, cardType });
    // Every fourth card stays unsold.
    if (n % 4 === 3) continue;
    const amountCents = FIRST_BALANCES_CENTS[n % 5] ?? 2_500;
    await activate(ctx(), { cardId: card.id, amountCents, consumerEmail: OWNER_EMAILS[n % 5] });
    await seedTransactions(ctx, card.id, amountCents, n);
  }
  const note = "Returned: one hardback";
  const credit = { amountCents: 1_899, currency: "USD", note, source: "refund" };
  for (const email of ["ada@example.com", "margaret@example.com"]) {
    await issueStoreCredit(ctx(), { email, ...credit });
  }
}

async function seedTransactions(
  ctx: () => Ctx,
  cardId: string,
  amountCents: number,
  n: number,
): Promise<void> {
  const receipt = (step: number) => `receipt-${10_400 + n * 4 + step}`;
  if (n % 2 === 0) {
    const amount = Math.floor(amountCents / 3);
    await spend(ctx(), { cardId, amountCents: amount, referenceId: receipt(0) });
  }
  if (n % 5 === 0) await credit(ctx(), { cardId, amountCents: 1_000, note: "Birthday top-up" });
  if (n % 6 === 2) {
    await spend(ctx(), { cardId, amountCents: 450, note: "Café", referenceId: receipt(1) });
  }
  if (n === 14) await disable(ctx(), { cardId });
}
