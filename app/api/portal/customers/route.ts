import { customersReply, ListCustomersQuery } from "@/lib/contract/customer";
import { listCustomers } from "@/lib/customers/customers";
import { get } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  scope: "store:read",
  query: ListCustomersQuery,
  reply: customersReply,
  handle: (ctx, { query }) => listCustomers(ctx, query),
});
