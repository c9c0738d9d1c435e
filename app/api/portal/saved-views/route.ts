import {
  ListViewsQuery,
  SaveViewBody,
  savedViewReply,
  savedViewsReply,
} from "@/lib/api/contract/portal/saved-view";
import { endpoint, resource } from "@/lib/api/kernel/endpoint";
import { listViews, saveView } from "@/lib/domain/team/saved-views";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: endpoint({
    scope: "store:read",
    query: ListViewsQuery,
    reply: savedViewsReply,
    handle: (ctx, { query }) => listViews(ctx, query),
  }),
  POST: endpoint({
    scope: "store:read",
    body: SaveViewBody,
    status: 201,
    reply: savedViewReply,
    handle: (ctx, { body }) => saveView(ctx, body),
  }),
});
