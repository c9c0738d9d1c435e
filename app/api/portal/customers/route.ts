import { customersReply, ListCustomersQuery } from "@/lib/contract/customer";
import { listCustomers } from "@/lib/customers/customers";
import { endpoint } from "@/lib/http/endpoint";
import { resource } from "@/lib/http/resource";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: endpoint({
    summary: "List the store's customers, newest first, or those whose address begins with q.",
    scope: "store:read",
    query: ListCustomersQuery,
    reply: customersReply,
    refuses: [],
    handle: (ctx, { query }) => listCustomers(ctx, query),
  }),
});
