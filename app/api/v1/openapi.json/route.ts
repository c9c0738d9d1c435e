import { openApi } from "@/lib/http/openapi";
import { describedBy } from "@/lib/http/resource";
import { routes } from "../routes";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = describedBy(() => openApi(routes));
