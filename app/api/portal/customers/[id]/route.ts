import { CustomerParams, customerReply, EditCustomerBody } from "@/lib/contract/customer";
import { readCustomer } from "@/lib/customers/customers";
import { editCustomer } from "@/lib/customers/edit";
import { endpoint, resource } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
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
});
