import type { Tx } from "../db/client";
import { outbox } from "../db/schema/outbox";
import { newId } from "../ids";
import type { Mail } from "./mail";

/** Queues a mail in the commit that calls for it. */
export const queueMail = (tx: Tx, merchantId: string | null, mail: Mail) =>
  tx.insert(outbox).values({ id: newId(), merchantId, kind: "email", payload: mail });
