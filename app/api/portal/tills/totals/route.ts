import { TillDayQuery, tillDayReply } from "@/lib/contract/till";
import { get } from "@/lib/http/endpoint";
import { totalsOfDay } from "@/lib/till/totals";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  scope: "store:read",
  query: TillDayQuery,
  reply: tillDayReply,
  handle: (ctx, { query }) => totalsOfDay(ctx, query),
});
