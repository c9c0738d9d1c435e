import { type Ctx, requireScope } from "@/lib/base/context";
import { Refusal } from "@/lib/base/errors";
import { isOwnersKey, ROLE_SCOPES } from "@/lib/base/roles";
import type { Tx } from "@/lib/db/client/client";
import { confirmIdentity, type PartialProof } from "@/lib/domain/people/totp/accept-code";
import { lockTeam } from "@/lib/domain/stores/lock-team";
import { storedResponse } from "@/lib/ledger/post/operation";

const notAnOwner = () =>
  new Refusal("insufficient_scope", {
    message:
      "Only owners can pair devices, and create or roll keys that move money, manage cards or show codes.",
  });

/**
 * Checks that the team member may create or roll a key with these scopes. A key that moves money, manages
 * cards or shows codes needs an owner, who confirms their password, and a code if two-step sign-in is on. A
 * replayed request needs no new proof.
 * In test mode, managers create all keys without a proof: a developer needs them before the store's owner has
 * to trust anyone with money.
 * Refuses: insufficient_scope, invalid_request (the password, the code), rate_limited, unavailable.
 */
export async function requireKeyAuthority(
  ctx: Ctx,
  scopes: readonly string[],
  proof: PartialProof,
): Promise<void> {
  requireScope(ctx, "store:manage");
  if (ctx.principal.isTest || !isOwnersKey(scopes)) return;
  if (!ctx.principal.scopes.includes("store:own")) throw notAnOwner();
  if (await storedResponse(ctx)) return;
  await confirmIdentity(ctx, proof);
}

/**
 * Locks the store's team, so that nobody creates a key while they are removed or demoted. Without effect for
 * the operator. Refuses: insufficient_scope.
 */
export async function lockKeyAuthority(tx: Tx, ctx: Ctx, scopes: readonly string[]): Promise<void> {
  if (ctx.principal.kind !== "member") return;
  const role = await lockTeam(tx, ctx);
  if (!role || !ROLE_SCOPES[role].includes("store:manage")) {
    throw new Refusal("insufficient_scope");
  }
  if (!ctx.principal.isTest && isOwnersKey(scopes) && role !== "owner") throw notAnOwner();
}
