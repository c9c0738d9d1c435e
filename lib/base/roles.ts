/** Scopes of API keys. */
export const API_SCOPES = [
  "cards:read",
  "cards:write",
  "codes:read",
  "money:write",
  "webhooks:write",
  "transactions:read",
] as const;

/** Scopes of team members only: see the store's settings; change them; own the store, which is
 * needed for the team, the online shop and write-offs. */
const PORTAL_SCOPES = ["store:read", "store:manage", "store:own"] as const;

/** Scopes of consumers: the one card or the gift of an emailed link, or everything after sign-in. */
const WALLET_SCOPES = ["wallet:card", "wallet:gift", "wallet:own"] as const;

/** Scopes of a paired device: always, and while a cashier is at it. */
const TILL_SCOPES = ["till:device", "till:use"] as const;

export type ApiScope = (typeof API_SCOPES)[number];
export type WalletScope = (typeof WALLET_SCOPES)[number];
export type TillScope = (typeof TILL_SCOPES)[number];
/** Every scope, for the operator. */
export const SCOPES = [...API_SCOPES, ...PORTAL_SCOPES, ...WALLET_SCOPES, ...TILL_SCOPES] as const;
export type Scope = (typeof SCOPES)[number];
export const ROLES = ["owner", "manager", "viewer"] as const;
export type Role = (typeof ROLES)[number];

/** Scopes of team members by role. */
export const ROLE_SCOPES: Record<Role, readonly Scope[]> = {
  owner: [...API_SCOPES, ...PORTAL_SCOPES],
  manager: [...API_SCOPES, "store:read", "store:manage"],
  viewer: ["cards:read", "transactions:read", "store:read"],
};

/** Sets of scopes for new API keys, by what will use the key. */
export const KEY_PRESETS = {
  till: ["cards:read", "money:write"],
  online_shop: ["cards:read", "cards:write", "money:write", "webhooks:write"],
  balance_check: ["cards:read"],
  read_only: ["cards:read", "transactions:read"],
  full_access: API_SCOPES,
} as const satisfies Record<string, readonly ApiScope[]>;

export type KeyPreset = keyof typeof KEY_PRESETS;
export const KEY_PRESET_NAMES = Object.keys(KEY_PRESETS) as KeyPreset[];

/** The preset with exactly these scopes; null if there is none. */
export const presetOf = (scopes: readonly string[]): KeyPreset | null =>
  KEY_PRESET_NAMES.find((name) => {
    const preset: readonly string[] = KEY_PRESETS[name];
    return preset.length === scopes.length && preset.every((scope) => scopes.includes(scope));
  }) ?? null;

const OWNERS_KEY_SCOPES: readonly string[] = ["cards:write", "codes:read", "money:write"];

/** Whether only an owner can create or roll an API key with these scopes. */
export const isOwnersKey = (scopes: readonly string[]): boolean =>
  scopes.some((scope) => OWNERS_KEY_SCOPES.includes(scope));
