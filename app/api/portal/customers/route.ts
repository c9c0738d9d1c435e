import { customersReply, ListCustomersQuery } from "@/lib/contract/customer";
import { listCustomers } from "@/lib/customers/customers";
import { endpoint, resource } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: endpoint({
    summary: "List the store's customers, newest first, or those whose address begins with q.",
    scope: "store:read",
    query: ListCustomersQuery,
    reply: customersReply,
    handle: (ctx, { query }) => listCustomers(ctx, query),
  }),
});
