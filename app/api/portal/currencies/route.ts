import { currenciesReply } from "@/lib/api/contract/portal/cards";
import { get } from "@/lib/api/kernel/endpoint";
import { currenciesInUse } from "@/lib/domain/cards/currencies";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  scope: "store:read",
  reply: currenciesReply,
  handle: (ctx) => currenciesInUse(ctx),
});
