import {
  ChangeViewBody,
  SavedViewParams,
  savedViewReply,
} from "@/lib/api/contract/portal/saved-view";
import { removedReply } from "@/lib/api/contract/portal/team";
import { endpoint, resource } from "@/lib/api/kernel/endpoint";
import { changeView, deleteView } from "@/lib/domain/team/saved-views";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  PATCH: endpoint({
    scope: "store:read",
    params: SavedViewParams,
    body: ChangeViewBody,
    reply: savedViewReply,
    handle: (ctx, { params, body }) => changeView(ctx, { viewId: params.id, ...body }),
  }),
  DELETE: endpoint({
    scope: "store:read",
    params: SavedViewParams,
    reply: removedReply,
    handle: (ctx, { params }) => deleteView(ctx, { viewId: params.id }),
  }),
});
