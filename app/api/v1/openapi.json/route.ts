import { documentResource } from "@/lib/http/document";
import { openApi } from "@/lib/http/openapi";
import { routes } from "../routes";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = documentResource((shape) =>
  openApi(routes, shape),
);
