import type { Tx } from "../db/client";
import { outbox } from "../db/schema/outbox";
import { newId } from "../ids";

/** A mail as it waits in the outbox: to whom, which template, and what the template tells. */
export type Mail = {
  to: string;
  template: "webhook_disabled" | "card_invitation" | "sign_in" | "gift";
} & Record<string, unknown>;

/** Queues a mail in the commit that calls for it. */
export const queueMail = (tx: Tx, merchantId: string | null, mail: Mail) =>
  tx.insert(outbox).values({ id: newId(), merchantId, kind: "email", payload: mail });
