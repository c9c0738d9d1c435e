import { routes } from "@/app/api/v1/routes";
import { type Document, operationsOf } from "@/components/docs/reference";
import { openApi } from "@/lib/api/kernel/openapi";
import { env } from "@/lib/base/config/env";

let cached: ReturnType<typeof readReference> | undefined;

function readReference() {
  const document = openApi(routes) as unknown as Document;
  return { operations: operationsOf(document), schemas: document.components.schemas };
}

/** The operations and schemas of the OpenAPI document, built once, and the public URL. */
export const reference = () => {
  cached ??= readReference();
  return { ...cached, origin: env().appUrl };
};
