import { url } from "@/components/kit/api/api";
import { readOptions, readPagesOptions } from "@/components/kit/api/read-options";

export const ownCards = readOptions(["wallet", "cards"], "/api/wallet/cards");

export const ownCard = (uuid: string) =>
  readOptions(["wallet", "card", uuid], url("/api/wallet/cards/{uuid}", { uuid }));

export const ownHistory = (uuid: string) =>
  readPagesOptions(["wallet", "history", uuid], url("/api/wallet/cards/{uuid}/history", { uuid }));

export const sentGifts = readOptions(["wallet", "gifts"], "/api/wallet/gifts");

export const ownSessions = readOptions(["wallet", "sessions"], "/api/wallet/sessions");

export const shopTokens = readOptions(["wallet", "tokens"], "/api/wallet/tokens");
