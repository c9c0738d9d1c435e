/**
 * Every action of the audit log, as `subject.verb`, and its name on pages and in files:
 * an action that is added here has its words.
 */
export const ACTION_WORDS = {
  "merchant.created": "Store created",
  "store.updated": "Store settings changed",
  "team.invited": "Person invited",
  "team.invitation_resent": "Invitation sent again",
  "team.invitation_withdrawn": "Invitation withdrawn",
  "team.joined": "Person joined the team",
  "team.role_changed": "Role changed",
  "team.removed": "Person removed from the team",
  "team.left": "Person left the team",
  "audit.exported": "Audit log exported",
  "transactions.exported": "Transactions exported",
  "breakage.written_off": "Expired balances written off",
  "journal.exported": "Journal exported",
  "settlement.exported": "Settlement exported",
  "card.created": "Card created",
  "card.claimed": "Card claimed",
  "card.disabled": "Card disabled",
  "card.code_revealed": "Card code shown",
  "cards.exported": "Cards exported",
  "batch.created": "Batch created",
  "batch.imported": "Cards imported",
  "batch.activated": "Batch activated",
  "batch.voided": "Unsold cards of a batch voided",
  "batch.codes_exported": "Codes of a batch exported",
  "batch.sheet_printed": "Sheets of a batch printed",
  "card.platform_queued": "Card to be created on the platform",
  "card.difference_settled": "Difference with the platform settled",
  "platform.connected": "Platform connected",
  "platform.token_replaced": "Platform token replaced",
  "platform.disconnected": "Platform disconnected",
  "platform.reconciliation_requested": "Platform cards compared",
  "webhook.created": "Webhook created",
  "webhook.updated": "Webhook changed",
  "webhook.deleted": "Webhook deleted",
  "webhook.replayed": "Missed events replayed",
  "webhook.resent": "Delivery sent again",
  "webhook.secret_revealed": "Webhook secret shown",
  "webhook.secret_rotated": "Webhook secret rotated",
  "webhook.secret_switched": "Next webhook secret put in force",
  "webhook.secret_discarded": "Next webhook secret discarded",
  "api_key.created": "API key created",
  "api_key.renamed": "API key renamed",
  "api_key.rolled": "API key rolled",
  "api_key.revoked": "API key revoked",
  "session.opened": "Signed in",
  "session.revoked": "Signed out",
  "session.others_revoked": "Signed out everywhere else",
  "session.switched": "Turned to this store",
  "password.changed": "Password changed",
  "password.reset": "Password reset by mail",
  "address.confirmed": "E-mail address confirmed",
  "totp.enabled": "Two-step sign-in turned on",
  "totp.disabled": "Two-step sign-in turned off",
  "totp.recovery_code_used": "Signed in with a recovery code",
  "totp.recovery_codes_replaced": "Recovery codes replaced",
} as const satisfies Record<`${string}.${string}`, string>;

export type Action = keyof typeof ACTION_WORDS;

/** What an action is called; one that is not known here still says something. */
export function wordsOf(action: string): string {
  if (Object.hasOwn(ACTION_WORDS, action)) return ACTION_WORDS[action as Action];
  const words = action.replace(/[._]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
