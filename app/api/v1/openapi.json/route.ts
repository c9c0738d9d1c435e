import { describedBy } from "@/lib/http/endpoint";
import { openApi } from "@/lib/http/openapi";
import { routes } from "../routes";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = describedBy(() => openApi(routes));
