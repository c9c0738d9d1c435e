import { TokenBody } from "@/lib/contract/account";
import { movedReply } from "@/lib/contract/store";
import { endpoint, resource } from "@/lib/http/endpoint";
import { joinTeam } from "@/lib/merchants/team/accept";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: endpoint({
    summary: "Accept an invitation as the person who is signed in, and turn to its store.",
    scope: "store:read",
    anyStore: true,
    body: TokenBody,
    reply: movedReply,
    refuses: ["unauthorized", "not_found"],
    handle: (ctx, { body }) => joinTeam(ctx, body),
  }),
});
