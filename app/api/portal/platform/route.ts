import {
  ConnectBody,
  connectedReply,
  disconnectedReply,
  platformReply,
} from "@/lib/api/contract/portal/platform";
import { endpoint, resource } from "@/lib/api/kernel/endpoint";
import { connect, disconnect } from "@/lib/domain/shops/connect";
import { readPlatform } from "@/lib/domain/shops/read";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: endpoint({
    scope: "store:read",
    reply: platformReply,
    handle: (ctx) => readPlatform(ctx),
  }),
  PUT: endpoint({
    scope: "store:own",
    mode: "live",
    limit: "platformCheck",
    body: ConnectBody,
    reply: connectedReply,
    handle: (ctx, { body }) => connect(ctx, body),
  }),
  DELETE: endpoint({
    scope: "store:own",
    reply: disconnectedReply,
    handle: (ctx) => disconnect(ctx),
  }),
});
