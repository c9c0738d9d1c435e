import { randomBytes } from "node:crypto";
import type { Card } from "../ledger/records";

/**
 * What marks a change on the platform: the card, the change of ours that it follows, and a few random
 * letters, since one change of ours may be followed by more than one of theirs.
 */
export const newReference = ({ id, sequence }: Pick<Card, "id" | "sequence">): string =>
  `${id}:${sequence}:${randomBytes(4).toString("hex")}`;
