import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import openapiTypescript, { astToString, type OpenAPI3 } from "openapi-typescript";
import { routes } from "@/app/api/v1/routes";
import { SHAPES } from "@/lib/context";
import { openApi } from "@/lib/http/openapi";

const folder = process.argv[2] ?? "clients";
const types = join(folder, "typescript", "src");
mkdirSync(types, { recursive: true });

for (const shape of SHAPES) {
  const document = openApi(routes, shape);
  if (process.env.DUMP) writeFileSync(`/tmp/openapi-${shape}.json`, JSON.stringify(document, null, 1));
  const nodes = await openapiTypescript(document as unknown as OpenAPI3);
  const header = "// Generated from openapi.json by `npm run clients`.\n\n";
  writeFileSync(
    join(types, `shape-${shape.toLowerCase()}.ts`),
    header + astToString(nodes),
  );
}
