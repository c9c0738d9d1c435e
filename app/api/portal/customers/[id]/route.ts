import { CustomerParams, customerReply } from "@/lib/contract/customer";
import { readCustomer } from "@/lib/customers/customers";
import { get } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  scope: "store:read",
  params: CustomerParams,
  reply: customerReply,
  handle: (ctx, { params }) => readCustomer(ctx, { customerId: params.id }),
});
