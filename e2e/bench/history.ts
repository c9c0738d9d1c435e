import postgres, { type Sql } from "postgres";
import { newId } from "@/lib/base/ids";
import { pg } from "@/lib/db/client/client";
import { newCodeColumns, unsealCode } from "@/lib/domain/cards/code";
import { createMerchant } from "@/lib/domain/people/create-merchant";
import { ageBalances } from "@/lib/domain/reports/age-balances";
import { closeDays } from "@/lib/domain/reports/close-days";

const CARDS_AT_ONCE = 10_000;
const CONSUMER_COUNT = 10_000;
const HISTORY_YEARS = 3;
/** A sixth of the cards has expired, most of them with a balance. */
const VALID_DAYS = 2.5 * 365;
const DAY_MS = 86_400_000;
const LOAD_CENTS = 10_000;

/** Of every 20 cards, one is inactive, one is disabled, one is in euros, and one is in yen. */
const statusOf = (n: number) => (n % 20 === 0 ? "inactive" : n % 20 === 1 ? "disabled" : "active");
const currencyOf = (n: number) => (n % 20 === 2 ? "EUR" : n % 20 === 3 ? "JPY" : "USD");

/** Audit log entries per card, by team members and keys. */
const AUDIT_ENTRIES_PER_CARD = 0.2;

export type StoreHistory = {
  merchantId: string;
  userId: string;
  cards: number;
  transactions: number;
  /** A card from the middle of the history, to search for. */
  sample: { code: string; last4: string; reference: string };
};

/**
 * Creates a store with cards spread evenly over three years, each sold card with a load and redemptions. The
 * ledger balances. Writes to the tables directly, because the API would take hours.
 */
export async function makeHistory(cards: number, movementsPerCard: number): Promise<StoreHistory> {
  const unique = newId();
  const { merchantId, userId } = await createMerchant({
    name: "A store with a history",
    email: `${unique}@example.com`,
    password: crypto.randomUUID(),
    currency: "USD",
  });
  const transactions = await withoutTimeout(async (sql) => {
    const owners = await makeConsumers(sql);
    for (let from = 0; from < cards; from += CARDS_AT_ONCE) {
      const count = Math.min(CARDS_AT_ONCE, cards - from);
      await addCards(sql, { merchantId, from, count, total: cards, owners });
    }
    const added = await addMovements(sql, merchantId, movementsPerCard);
    await addAuditEntries(sql, { merchantId, userId }, Math.round(cards * AUDIT_ENTRIES_PER_CARD));
    return added;
  });
  await vacuum();
  await closeDays();
  // Each run stops at its time limit, so a large store takes several.
  while ((await ageBalances()) === 0);
  await vacuum();
  return { merchantId, userId, cards, transactions, sample: await sampleOf(merchantId, cards) };
}

/** Adds audit log entries by the owner and a key, spread evenly over the years. */
const addAuditEntries = (
  sql: Sql,
  { merchantId, userId }: Pick<StoreHistory, "merchantId" | "userId">,
  lines: number,
) => sql`
  insert into audit_log (merchant_id, id, actor, action, subject_id, created_at)
    select ${merchantId}, overlay(first_id_at(at)::text placing right(gen_random_uuid()::text, 12)
        from 25)::uuid, case when n % 3 = 0 then ${`user:${userId}`} else 'key:history' end,
      case when n % 10 = 0 then 'card.disabled' else 'card.created' end, n::text, at
    from (select n, now() - n * ${HISTORY_YEARS * 365}::int * interval '1 day' / ${lines}::int as at
      from generate_series(1, ${lines}::int) n) planned`;

async function sampleOf(merchantId: string, cards: number): Promise<StoreHistory["sample"]> {
  const middle = Math.floor(cards / 2);
  const [card] = await pg()<{ id: string; sealedCode: string; last4: string }[]>`
    select id, sealed_code as "sealedCode", code_last4 as last4 from cards
    where merchant_id = ${merchantId} order by id offset ${middle} limit 1`;
  const [movement] = await pg()<{ reference: string }[]>`
    select reference_id as reference from transactions where merchant_id = ${merchantId}
      and reference_id is not null order by id offset ${middle} limit 1`;
  if (!card || !movement) throw new Error("there is no card, or no movement");
  return {
    code: unsealCode({ merchantId, ...card }),
    last4: card.last4,
    reference: movement.reference,
  };
}

/** The URL of the measured database, as the owner of its tables. */
export const ownerUrl = (): string =>
  process.env.MIGRATE_DATABASE_URL || process.env.DATABASE_URL || "";

/**
 * Runs work on a connection of its own, as the owner of the tables and without time limits: statements over a million
 * rows take longer than the app's connections wait.
 */
export async function withoutTimeout<T>(
  work: (sql: Sql) => Promise<T>,
  url = ownerUrl(),
): Promise<T> {
  const sql = postgres(url, { max: 1 });
  try {
    await sql`set statement_timeout = 0`;
    return await work(sql);
  } finally {
    await sql.end();
  }
}

/** Vacuums and analyzes all tables of a database, so that later plans use current statistics. */
export const vacuum = (url = ownerUrl()): Promise<unknown> =>
  withoutTimeout((sql) => sql`vacuum analyze`, url);

async function makeConsumers(sql: Sql): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    insert into consumers (id, email)
      select gen_random_uuid(), 'consumer-' || n || '@example.com'
      from generate_series(1, ${CONSUMER_COUNT}::int) n
      on conflict (email) do update set email = excluded.email returning id`;
  return rows.map(({ id }) => id);
}

/** A time-ordered id for a timestamp, in the format of newId(). */
const uuidAt = (epochMs: number): string => {
  const hex = Math.floor(epochMs).toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}${newId().slice(13)}`;
};

type CardsToAdd = {
  merchantId: string;
  from: number;
  count: number;
  total: number;
  owners: string[];
};

async function addCards(
  sql: Sql,
  { merchantId, from, count, total, owners }: CardsToAdd,
): Promise<void> {
  const now = Date.now();
  const rows = Array.from({ length: count }, (_, index) => {
    const n = from + index;
    const createdAtMs = now - HISTORY_YEARS * 365 * DAY_MS * (1 - n / total) - 1_000;
    const id = uuidAt(createdAtMs);
    const code = newCodeColumns(merchantId, id);
    return {
      id,
      code_hmac: code.codeHmac.toString("hex"),
      sealed_code: code.sealedCode,
      code_last4: code.codeLast4,
      currency: currencyOf(n),
      status: statusOf(n),
      card_type: n % 3 === 0 ? "physical" : "digital",
      owner_id: (n % 5 === 0 && owners[n % owners.length]) || null,
      expires_on: new Date(createdAtMs + VALID_DAYS * DAY_MS).toISOString().slice(0, 10),
      created_at: new Date(createdAtMs).toISOString(),
    };
  });
  await sql`
    insert into cards (merchant_id, id, code_hmac, sealed_code, code_last4, currency, status,
        card_type, owner_id, expires_on, created_at, updated_at)
      select ${merchantId}, id, decode(code_hmac, 'hex'), sealed_code, code_last4, currency, status,
        card_type, owner_id, case when status <> 'inactive' then expires_on end, created_at, created_at
      from json_to_recordset(${sql.json(rows)}::json) as row (id uuid, code_hmac text,
        sealed_code text, code_last4 text, currency text, status text, card_type text, owner_id uuid,
        expires_on date, created_at timestamptz)`;
}

/** Adds a load and evenly spaced redemptions to each card. Every seventh card is redeemed completely. */
async function addMovements(connection: Sql, merchantId: string, perCard: number): Promise<number> {
  return await connection.begin(async (sql) => {
    await sql`set local work_mem = '512MB'`;
    // Skip foreign key checks: they would cost a lookup for each of millions of rows.
    await sql`set local session_replication_role = replica`;
    const { count } = await sql`
      insert into transactions (merchant_id, id, card_id, sequence, type, status, counter_account,
          amount_cents, currency, balance_after_cents, reference_id, source, actor, request_id)
        select ${merchantId},
          (lpad(to_hex(at_ms), 12, '0') || '7' || substr(hash, 1, 3) || 'a' || substr(hash, 4, 15))::uuid,
          id, k, case when k = 1 then 'load' else 'spend' end, 'completed',
          case when k = 1 then 'issuance' else 'redemption' end,
          case when k = 1 then ${LOAD_CENTS}::int when k = ${perCard}::int and emptied
            then ${LOAD_CENTS}::int - (k - 2) * part else part end,
          currency,
          case when k = ${perCard}::int and emptied then 0 else ${LOAD_CENTS}::int - (k - 1) * part end,
          case when k % 2 = 0 then 'order-' || substr(hash, 1, 10) end, 'till', 'key:history', 'req_history'
        from (
          select id, currency, k, 100 + abs(hashtext(id::text)) % 800 as part,
            abs(hashtext(id::text)) % 7 = 0 as emptied, md5(id::text || k) as hash,
            (extract(epoch from created_at) * 1000
              + (extract(epoch from now() - created_at) * 1000) * (k - 1) / ${perCard}::int)::bigint as at_ms
          from cards cross join generate_series(1, ${perCard}::int) k
          where merchant_id = ${merchantId} and status <> 'inactive'
          order by at_ms
        ) planned`;
    await sql`
      update cards set sequence = ${perCard}::int + (status = 'disabled')::int,
        balance_cents = case
          when abs(hashtext(id::text)) % 7 = 0 then 0
          else ${LOAD_CENTS}::int - ${perCard - 1}::int * (100 + abs(hashtext(id::text)) % 800) end
        where merchant_id = ${merchantId} and status <> 'inactive'`;
    // Only as far back as the ledger check expects events.
    await sql`
      insert into events (merchant_id, id, event, card_id, sequence, transaction_id, amount_cents,
          currency, new_balance_cents, created_at)
        select merchant_id, id, 'card.balance_changed', card_id, sequence, id, amount_cents,
          currency, balance_after_cents, created_at
        from transactions
        where merchant_id = ${merchantId} and created_at > now() - interval '91 days'`;
    return count;
  });
}
