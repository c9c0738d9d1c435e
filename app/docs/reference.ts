import { routes } from "@/app/api/v1/routes";
import { type Document, operationsOf } from "@/components/docs/reference";
import { env } from "@/lib/env";
import { openApi } from "@/lib/http/openapi";

let read: ReturnType<typeof readReference> | undefined;

function readReference() {
  const document = openApi(routes) as unknown as Document;
  return { operations: operationsOf(document), schemas: document.components.schemas };
}

/** The API as its own document describes it; read once, since it never changes while we run. */
export const reference = () => {
  read ??= readReference();
  return { ...read, origin: env().appUrl };
};
