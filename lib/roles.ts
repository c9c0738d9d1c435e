/** Scopes of API keys. */
export const API_SCOPES = [
  "cards:read",
  "cards:write",
  "money:write",
  "webhooks:write",
  "transactions:read",
] as const;

/** Scopes of team members only: see the store's settings; change them; own the store, which is
 * needed for the team, the online shop and write-offs. */
const PORTAL_SCOPES = ["store:read", "store:manage", "store:own"] as const;

/** Scopes of consumers in their wallet: the one card of an emailed link, or everything after sign-in. */
const WALLET_SCOPES = ["wallet:card", "wallet:own"] as const;

export type ApiScope = (typeof API_SCOPES)[number];
export type WalletScope = (typeof WALLET_SCOPES)[number];
export type Scope = ApiScope | (typeof PORTAL_SCOPES)[number] | WalletScope;
export const ROLES = ["owner", "manager", "viewer"] as const;
export type Role = (typeof ROLES)[number];

/** Scopes of team members by role. */
export const ROLE_SCOPES: Record<Role, readonly Scope[]> = {
  owner: [...API_SCOPES, ...PORTAL_SCOPES],
  manager: [...API_SCOPES, "store:read", "store:manage"],
  viewer: ["cards:read", "transactions:read", "store:read"],
};
