import {
  ConnectBody,
  cardOnPlatformReply,
  connectedReply,
  differencesReply,
  disconnectedReply,
  ListDifferencesQuery,
  platformCardReply,
  platformReply,
  reconcileReply,
  SettleBody,
} from "@/lib/api/contract/portal/platform";
import { BatchParams, batchOnPlatformReply } from "@/lib/api/contract/v1/batch";
import { CardParams } from "@/lib/api/contract/v1/card";
import { endpoint, get, post, resource } from "@/lib/api/kernel/endpoint";
import { connect, disconnect, requestReconcile } from "@/lib/domain/shops/connect";
import { listDifferences } from "@/lib/domain/shops/differences";
import { readProvision } from "@/lib/domain/shops/provision";
import { queueCard } from "@/lib/domain/shops/queue";
import { readCard, readPlatform } from "@/lib/domain/shops/read";
import { settleDifference } from "@/lib/domain/shops/settle";

export const shops = {
  "/platform/batches/{id}": get({
    scope: "store:read",
    params: BatchParams,
    reply: batchOnPlatformReply,
    handle: (ctx, { params }) => readProvision(ctx, { batchId: params.id }),
  }),
  "/platform/cards/{uuid}": resource({
    GET: endpoint({
      scope: "store:read",
      params: CardParams,
      reply: cardOnPlatformReply,
      handle: (ctx, { params }) => readCard(ctx, { cardId: params.uuid }),
    }),
    POST: endpoint({
      scope: "store:manage",
      params: CardParams,
      reply: platformCardReply,
      handle: (ctx, { params }) => queueCard(ctx, { cardId: params.uuid }),
    }),
  }),
  "/platform/differences": get({
    scope: "store:read",
    query: ListDifferencesQuery,
    reply: differencesReply,
    handle: (ctx, { query }) => listDifferences(ctx, query),
  }),
  "/platform/reconcile": post({
    scope: "store:manage",
    reply: reconcileReply,
    handle: (ctx) => requestReconcile(ctx),
  }),
  "/platform": resource({
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
  }),
  "/platform/settle": post({
    scope: "store:manage",
    body: SettleBody,
    reply: platformCardReply,
    handle: (ctx, { body }) => settleDifference(ctx, body),
  }),
};
