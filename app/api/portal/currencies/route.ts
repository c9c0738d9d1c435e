import { currenciesInUse } from "@/lib/cards/currencies";
import { currenciesReply } from "@/lib/contract/portal-cards";
import { get } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  scope: "store:read",
  reply: currenciesReply,
  handle: (ctx) => currenciesInUse(ctx),
});
