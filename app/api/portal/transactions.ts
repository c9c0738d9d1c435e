import {
  actorsReply,
  ExportMovementsQuery,
  MovementParams,
  movementReply,
  movementsReply,
  ResolveTermBody,
  resolvedTermReply,
  SearchMovementsQuery,
} from "@/lib/api/contract/portal/movement";
import { MOVEMENT_COLUMNS } from "@/lib/api/contract/portal/movement-file";
import { get, post } from "@/lib/api/kernel/endpoint";
import { csvDownload } from "@/lib/documents/download";
import { exportFoundTransactions, findTransactions } from "@/lib/domain/search/find";
import { resolveSearchTerm } from "@/lib/domain/search/resolve-term";
import { listActors } from "@/lib/domain/transactions/actors";
import { readMovement } from "@/lib/domain/transactions/movements";

export const transactions = {
  "/search": post({
    scope: "store:read",
    body: ResolveTermBody,
    reply: resolvedTermReply,
    handle: (ctx, { body }) => resolveSearchTerm(ctx, body),
  }),
  "/transactions/actors": get({
    scope: "store:read",
    reply: actorsReply,
    handle: (ctx) => listActors(ctx),
  }),
  "/transactions/export": csvDownload({
    scope: "store:read",
    query: ExportMovementsQuery,
    name: "transactions",
    columns: MOVEMENT_COLUMNS,
    rows: (ctx, { query }) => exportFoundTransactions(ctx, query),
  }),
  "/transactions": get({
    scope: "store:read",
    query: SearchMovementsQuery,
    reply: movementsReply,
    handle: (ctx, { query }) => findTransactions(ctx, query),
  }),
  "/transactions/{id}": get({
    scope: "store:read",
    params: MovementParams,
    reply: movementReply,
    handle: (ctx, { params }) => readMovement(ctx, { transactionId: params.id }),
  }),
};
