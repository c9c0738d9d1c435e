import { routes } from "../../routes";

// Made from the other routes, which present the responses of the requests.
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routes["/idempotency-keys/{key}"];
