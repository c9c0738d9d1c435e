import {
  CustomerParams,
  customerReply,
  EditCustomerBody,
} from "@/lib/api/contract/portal/customer";
import { endpoint, resource } from "@/lib/api/kernel/endpoint";
import { readCustomer } from "@/lib/domain/customers/customers";
import { editCustomer } from "@/lib/domain/customers/edit";

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
