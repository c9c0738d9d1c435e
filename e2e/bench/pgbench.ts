import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { pg } from "@/lib/db/client";
import { BARE_CARDS } from "./calls";
import { findPgbench } from "./machine";
import type { Burst } from "./report";

const SCRIPT = `\\set n random(1, ${BARE_CARDS})
begin;
update bench.cards set balance_cents = balance_cents - 1, sequence = sequence + 1
  where id = lpad(to_hex(:n::int), 32, '0')::uuid;
insert into bench.transactions (id, card_id, amount_cents)
  values (uuidv7(), lpad(to_hex(:n::int), 32, '0')::uuid, 1);
commit;
`;

/** The yardstick's own tables: the least that a ledger could be, without rules or history. */
export async function makeBareTables(): Promise<void> {
  const sql = pg();
  await sql`create schema bench`;
  await sql`create table bench.cards (
    id uuid primary key, balance_cents bigint not null, sequence int not null) with (fillfactor = 80)`;
  await sql`create table bench.transactions (
    id uuid primary key, card_id uuid not null, amount_cents bigint not null,
    created_at timestamptz not null default now())`;
  await sql`insert into bench.cards select lpad(to_hex(n), 32, '0')::uuid, 1000000000, 0
    from generate_series(1, ${BARE_CARDS}::int) n`;
}

/** Runs the update and insert with the system's pgbench; null when it has none. */
export function barePgbench(url: string) {
  const program = findPgbench();
  if (!program) return null;
  const script = join(".build", "bench", "write.sql");
  writeFileSync(script, SCRIPT);
  const { hostname, port, username, password, pathname } = new URL(url);
  return async (connections: number, ms: number): Promise<Burst> => {
    const seconds = Math.max(1, Math.round(ms / 1_000));
    const { stdout } = await promisify(execFile)(
      program,
      [
        ...["-n", "-M", "prepared", "-c", String(connections), "-j", "1", "-T", String(seconds)],
        ...["-f", script, "-h", hostname, "-p", port, "-U", username, pathname.slice(1)],
      ],
      { env: { ...process.env, PGPASSWORD: password } },
    );
    const requests = Number(/actually processed: (\d+)/.exec(stdout)?.[1]);
    const perSecond = Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
    return { requests, seconds: requests / perSecond };
  };
}
