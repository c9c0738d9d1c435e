import type { Ctx } from "@/lib/base/context";
import { newId } from "@/lib/base/ids";
import type { Db, Tx } from "@/lib/db/client/client";
import { switchBucket } from "@/lib/db/client/in-buckets";
import { auditLog } from "@/lib/db/schema/audit-log";
import type { Action } from "./actions";

/**
 * Who changed something at a merchant. `requestId` is null for sign-ins, sign-outs and some operator
 * commands.
 */
export type Author = { merchantId: string; actor: string; requestId: string | null };

export type Change = {
  action: Action;
  subjectId: string;
  /** Changed values as `{ from, to }`, and other facts worth keeping. */
  details?: Record<string, unknown>;
};

/** The author of a request's changes. */
export const authorOf = ({ merchantId, principal, requestId }: Ctx): Author => ({
  merchantId,
  actor: principal.actor,
  requestId,
});

/**
 * Writes one audit row per change, in the transaction of the changes, and in the bucket of the author's store. Details
 * contain no secrets.
 */
export async function audit(on: Db | Tx, author: Author, ...changes: Change[]): Promise<void> {
  const { merchantId, actor, requestId } = author;
  const rows = changes.map((change) => ({ id: newId(), merchantId, actor, requestId, ...change }));
  // The transaction can be in another bucket than the store: people sign in, and switch stores, in any of them.
  await switchBucket(on, author, async (here) => {
    await here.insert(auditLog).values(rows);
  });
}

/** The changes of an update, for the audit log: `{ name: { from, to } }` for every field that differs. */
export const changesBetween = <T extends object>(
  before: T,
  after: Partial<{ [K in keyof T]: T[K] | undefined }>,
): Record<string, { from: unknown; to: unknown }> =>
  Object.fromEntries(
    Object.entries(after)
      .map(([name, to]) => [name, { from: before[name as keyof T], to }] as const)
      .filter(([, { from, to }]) => to !== undefined && differ(from, to)),
  );

const differ = (a: unknown, b: unknown): boolean => JSON.stringify(a) !== JSON.stringify(b);
