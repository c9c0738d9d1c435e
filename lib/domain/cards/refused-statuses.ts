import { Refusal } from "@/lib/base/errors";
import type { Card, RefusedStatuses } from "@/lib/ledger/post/records";

/**
 * The error code of each operation by the card's status (spec, Card states), and by whether it is frozen, which
 * only keeps money from being taken. Others are allowed. Write-offs follow `debit`, store credit follows `load`:
 * see movements.ts.
 */
export const REFUSED_STATUSES = {
  activate: { active: "card_already_active", disabled: "card_not_active" },
  debit: { inactive: "card_not_active", disabled: "card_not_active", frozen: "card_frozen" },
  credit: { inactive: "card_not_active", disabled: "card_not_active" },
  /** Loading an inactive card activates it. */
  load: { disabled: "card_not_active" },
  transfer: { inactive: "card_not_active", disabled: "card_not_active", frozen: "card_frozen" },
  gift: { inactive: "card_not_active", disabled: "card_not_active", frozen: "card_frozen" },
  claim: { inactive: "card_not_active", disabled: "card_not_active" },
  replace: { inactive: "card_not_active", disabled: "card_not_active" },
  freeze: { inactive: "card_not_active", disabled: "card_not_active" },
  /** An inactive card gets its date when it is activated. */
  expire: { inactive: "card_not_active", disabled: "card_not_active" },
  email: { inactive: "card_not_active", disabled: "card_not_active" },
  disable: { inactive: "card_not_active", disabled: "card_already_disabled" },
  /** Only unsold stock can be voided (design, section 3). */
  void: { active: "card_already_active", disabled: "card_already_disabled" },
} as const satisfies Record<string, RefusedStatuses>;

/** Throws the error code listed for the card's status, or for a frozen card, if there is one. */
export function refuseStatus(
  { status, frozenReason, replacedById }: Pick<Card, "status" | "frozenReason" | "replacedById">,
  refused: RefusedStatuses,
): void {
  const code = refused[status] ?? (frozenReason == null ? undefined : refused.frozen);
  if (code !== "card_not_active") {
    if (code) throw new Refusal(code);
    return;
  }
  throw new Refusal(code, {
    extras: { status, ...(replacedById ? { replacedBy: replacedById } : {}) },
  });
}
