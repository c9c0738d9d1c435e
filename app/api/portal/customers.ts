import {
  CUSTOMER_COLUMNS,
  CustomerParams,
  customerReply,
  customersReply,
  EditCustomerBody,
  ExportCustomersQuery,
  HistoryQuery,
  ListCustomersQuery,
} from "@/lib/api/contract/portal/customer";
import { movementsReply } from "@/lib/api/contract/portal/movement";
import { endpoint, get, resource } from "@/lib/api/kernel/endpoint";
import { csvDownload } from "@/lib/documents/download";
import { exportCustomers, listCustomers, readCustomer } from "@/lib/domain/customers/customers";
import { editCustomer } from "@/lib/domain/customers/edit";
import { historyOf } from "@/lib/domain/transactions/customer-history";

export const customers = {
  "/customers/export": csvDownload({
    scope: "store:read",
    query: ExportCustomersQuery,
    name: "customers",
    columns: CUSTOMER_COLUMNS,
    rows: (ctx, { query }) => exportCustomers(ctx, query),
  }),
  "/customers": get({
    scope: "store:read",
    query: ListCustomersQuery,
    reply: customersReply,
    handle: (ctx, { query }) => listCustomers(ctx, query),
  }),
  "/customers/{id}/history": get({
    scope: "store:read",
    params: CustomerParams,
    query: HistoryQuery,
    reply: movementsReply,
    handle: (ctx, { params, query }) => historyOf(ctx, { customerId: params.id, ...query }),
  }),
  "/customers/{id}": resource({
    GET: endpoint({
      scope: "store:read",
      params: CustomerParams,
      reply: customerReply,
      handle: (ctx, { params }) => readCustomer(ctx, { customerId: params.id }),
    }),
    PATCH: endpoint({
      scope: "store:manage",
      params: CustomerParams,
      body: EditCustomerBody,
      reply: customerReply,
      handle: (ctx, { params, body }) => editCustomer(ctx, { customerId: params.id, ...body }),
    }),
  }),
};
