import { customersReply, ListCustomersQuery } from "@/lib/api/contract/portal/customer";
import { get } from "@/lib/api/kernel/endpoint";
import { listCustomers } from "@/lib/domain/customers/customers";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  scope: "store:read",
  query: ListCustomersQuery,
  reply: customersReply,
  handle: (ctx, { query }) => listCustomers(ctx, query),
});
