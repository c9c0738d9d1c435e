import {
  ConnectBody,
  connectedReply,
  disconnectedReply,
  platformReply,
} from "@/lib/contract/platform";
import { endpoint, resource } from "@/lib/http/endpoint";
import { connect, disconnect } from "@/lib/platforms/connect";
import { readPlatform } from "@/lib/platforms/read";

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
