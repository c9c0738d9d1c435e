import { documentResource } from "@/lib/api/kernel/document";
import { openApi } from "@/lib/api/kernel/openapi";
import { routes } from "../routes";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = documentResource((shape) =>
  openApi(routes, shape),
);
