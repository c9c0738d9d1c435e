import { eq } from "drizzle-orm";
import type { Tx } from "../../db/client";
import { merchants } from "../../db/schema/merchants";
import { queueMail } from "../../outbox/queue-mail";
import type { Invitation } from "./invitations";

/** Queues the mail that carries an invitation's link. */
export async function queueInvitation(
  tx: Tx,
  merchantId: string,
  { email, role, invitedBy }: Invitation,
  link: string,
): Promise<void> {
  const [store] = await tx
    .select({ name: merchants.name })
    .from(merchants)
    .where(eq(merchants.id, merchantId));
  await queueMail(tx, merchantId, {
    template: "team_invitation",
    to: email,
    storeName: store?.name ?? "",
    invitedBy,
    role,
    link,
  });
}
