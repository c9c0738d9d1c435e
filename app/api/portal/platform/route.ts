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
    summary: "Read the store's platform and how its cards are there.",
    scope: "store:read",
    reply: platformReply,
    handle: (ctx) => readPlatform(ctx),
  }),
  PUT: endpoint({
    summary: "Connect the store with a shop, or give the connection a new token.",
    scope: "store:own",
    limit: "platformCheck",
    body: ConnectBody,
    reply: connectedReply,
    refuses: ["invalid_request"],
    handle: (ctx, { body }) => connect(ctx, body),
  }),
  DELETE: endpoint({
    summary: "Disconnect the store's platform; the cards there stay as they are.",
    scope: "store:own",
    reply: disconnectedReply,
    refuses: ["platform_not_connected"],
    handle: (ctx) => disconnect(ctx),
  }),
});
