import { Refusal, type RefusalCode } from "../errors";
import type { CardStatus } from "../ledger/records";

export type Refused = Partial<Record<CardStatus, RefusalCode>>;

/**
 * The state table: in which statuses a card refuses each operation, and how (spec, Card states).
 * What is absent is allowed.
 */
export const REFUSED_STATUSES = {
  activate: { active: "card_already_active", disabled: "card_not_active" },
  debit: { inactive: "card_not_active", disabled: "card_not_active" },
  credit: { inactive: "card_not_active", disabled: "card_not_active" },
  /** Loading an inactive card activates it. */
  load: { disabled: "card_not_active" },
  transfer: { inactive: "card_not_active", disabled: "card_not_active" },
  gift: { inactive: "card_not_active", disabled: "card_not_active" },
  claim: { inactive: "card_not_active", disabled: "card_not_active" },
  disable: { inactive: "card_not_active", disabled: "card_already_disabled" },
  /** Of unsold stock (design, section 3). */
  void: { active: "card_already_active", disabled: "card_already_disabled" },
} as const satisfies Record<string, Refused>;

/** Refuses what the table's row for the operation says of a card in this status, if anything. */
export function refuseStatus(status: CardStatus, refused: Refused): void {
  const code = refused[status];
  if (code) throw new Refusal(code);
}
