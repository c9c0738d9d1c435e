import { movedReply, SwitchBody } from "@/lib/contract/store";
import { endpoint, resource } from "@/lib/http/endpoint";
import { switchStore } from "@/lib/merchants/stores";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: endpoint({
    summary: "Turn the session to another store of the person.",
    scope: "store:read",
    anyStore: true,
    body: SwitchBody,
    reply: movedReply,
    refuses: ["unauthorized", "not_found"],
    handle: (ctx, { body }) => switchStore(ctx, body),
  }),
});
