import { issueToken, listTokens } from "@/lib/consumers/tokens";
import {
  consumerTokensReply,
  IssueTokenBody,
  issuedTokenReply,
} from "@/lib/contract/consumer-wallet";
import { endpoint, resource } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: endpoint({
    summary: "List the tokens that let shops claim cards for the consumer.",
    scope: "wallet:own",
    reply: consumerTokensReply,
    refuses: ["unauthorized"],
    handle: listTokens,
  }),
  POST: endpoint({
    summary: "Make a token that lets a shop claim cards for the consumer.",
    scope: "wallet:own",
    body: IssueTokenBody,
    status: 201,
    reply: issuedTokenReply,
    refuses: ["unauthorized"],
    handle: (ctx, { body }) => issueToken(ctx, body),
  }),
});
