import { issueToken, listTokens } from "@/lib/consumers/tokens";
import {
  consumerTokensReply,
  IssueTokenBody,
  issuedTokenReply,
} from "@/lib/contract/consumer-wallet";
import { endpoint, resource } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: endpoint({
    scope: "wallet:own",
    reply: consumerTokensReply,
    handle: listTokens,
  }),
  POST: endpoint({
    scope: "wallet:own",
    body: IssueTokenBody,
    status: 201,
    reply: issuedTokenReply,
    handle: (ctx, { body }) => issueToken(ctx, body),
  }),
});
