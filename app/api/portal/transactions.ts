import {
  actorsReply,
  countsReply,
  ExportMovementsQuery,
  FilterMovementsQuery,
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
import { listActors } from "@/lib/domain/transactions/actors";
import { countByStatus } from "@/lib/domain/transactions/count-transactions";
import { readMovement } from "@/lib/domain/transactions/movements";
import { resolveSearchTerm } from "@/lib/domain/transactions/resolve-search-term";
import {
  exportTransactions,
  searchTransactions,
} from "@/lib/domain/transactions/search-transactions";

export const transactions = {
  "/transactions/actors": get({
    scope: "store:read",
    reply: actorsReply,
    handle: (ctx) => listActors(ctx),
  }),
  "/transactions/counts": get({
    scope: "store:read",
    query: FilterMovementsQuery,
    reply: countsReply,
    handle: (ctx, { query }) => countByStatus(ctx, query),
  }),
  "/transactions/export": csvDownload({
    scope: "store:read",
    query: ExportMovementsQuery,
    name: "transactions",
    columns: MOVEMENT_COLUMNS,
    rows: (ctx, { query }) => exportTransactions(ctx, query),
  }),
  "/transactions/resolve": post({
    scope: "store:read",
    body: ResolveTermBody,
    reply: resolvedTermReply,
    handle: (ctx, { body }) => resolveSearchTerm(ctx, body),
  }),
  "/transactions": get({
    scope: "store:read",
    query: SearchMovementsQuery,
    reply: movementsReply,
    handle: (ctx, { query }) => searchTransactions(ctx, query),
  }),
  "/transactions/{id}": get({
    scope: "store:read",
    params: MovementParams,
    reply: movementReply,
    handle: (ctx, { params }) => readMovement(ctx, { transactionId: params.id }),
  }),
};
