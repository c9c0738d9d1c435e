import {
  consumerTokensReply,
  IssueTokenBody,
  issuedTokenReply,
} from "@/lib/api/contract/wallet/wallet";
import { endpoint, resource } from "@/lib/api/kernel/endpoint";
import { issueToken, listTokens } from "@/lib/domain/wallet/tokens";

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
