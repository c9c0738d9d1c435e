import { sql } from "drizzle-orm";
import type { Tx } from "../../db/client";
import { addressProofs } from "../../db/schema/users";
import { newTokenLink } from "../../opaque-token";
import { queueMail } from "../../outbox/queue-mail";

const VALID_DAYS = 7;

/** Mails a person the link that confirms their address; the one sent before is void. */
export async function sendProof(tx: Tx, { userId, email }: { userId: string; email: string }) {
  const { tokenHash, link } = newTokenLink("/confirm-address");
  const fresh = {
    tokenHash,
    expiresAt: sql`now() + make_interval(days => ${VALID_DAYS})`,
  };
  await tx
    .insert(addressProofs)
    .values({ userId, ...fresh })
    .onConflictDoUpdate({ target: addressProofs.userId, set: fresh });
  await queueMail(tx, null, { template: "address_proof", to: email, link });
}
