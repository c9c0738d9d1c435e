import { consumerTokens } from "../../db/schema/consumer-access";

/** A token as its owner sees it: never the token itself. */
export type ConsumerToken = {
  id: string;
  name: string;
  last4: string;
  createdAt: Date;
  expiresAt: Date;
  lastUsedAt: Date | null;
};

export const TOKEN_COLUMNS = {
  id: consumerTokens.id,
  name: consumerTokens.name,
  last4: consumerTokens.last4,
  createdAt: consumerTokens.createdAt,
  expiresAt: consumerTokens.expiresAt,
  lastUsedAt: consumerTokens.lastUsedAt,
};
