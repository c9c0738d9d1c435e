/** How many tokens of a consumer may work at a time. */
export const MAX_TOKENS = 20;

/** How long a token may work, in days: what the wallet offers. */
export const TOKEN_DAYS = [1, 30, 365] as const;

/** What every token begins with, so that scanners for leaked secrets know it. */
export const TOKEN_PREFIX = "scrip_consumer_";
