import { TillDayQuery, tillDayReply } from "@/lib/api/contract/till/till";
import { get } from "@/lib/api/kernel/endpoint";
import { totalsOfDay } from "@/lib/domain/till/totals";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  scope: "store:read",
  query: TillDayQuery,
  reply: tillDayReply,
  handle: (ctx, { query }) => totalsOfDay(ctx, query),
});
