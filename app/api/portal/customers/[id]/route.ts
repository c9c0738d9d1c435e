import { CustomerParams, customerReply } from "@/lib/contract/customer";
import { readCustomer } from "@/lib/customers/customers";
import { endpoint, resource } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: endpoint({
    summary: "A customer with what they hold at this store.",
    scope: "store:read",
    params: CustomerParams,
    reply: customerReply,
    refuses: ["not_found"],
    handle: (ctx, { params }) => readCustomer(ctx, { customerId: params.id }),
  }),
});
