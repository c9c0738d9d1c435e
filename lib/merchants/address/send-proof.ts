import { randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Tx } from "../../db/client";
import { addressProofs } from "../../db/schema/users";
import { env } from "../../env";
import { queueMail } from "../../outbox/queue-mail";
import { sha256 } from "../../secrets";

const TOKEN_BYTES = 32;
const VALID_DAYS = 7;

/** Mails a person the link that confirms their address; the one sent before is void. */
export async function sendProof(tx: Tx, { userId, email }: { userId: string; email: string }) {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  const fresh = {
    tokenHash: sha256(token),
    expiresAt: sql`now() + make_interval(days => ${VALID_DAYS})`,
  };
  await tx
    .insert(addressProofs)
    .values({ userId, ...fresh })
    .onConflictDoUpdate({ target: addressProofs.userId, set: fresh });
  // After the #, which a browser sends to nobody: neither logs nor referrers see it.
  const link = `${env().appUrl}/confirm-address#${token}`;
  await queueMail(tx, null, { template: "address_proof", to: email, link });
}
