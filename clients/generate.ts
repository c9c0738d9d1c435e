import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import openapiTypescript, { astToString, type OpenAPI3 } from "openapi-typescript";
import { routes } from "@/app/api/v1/routes";
import type { Json } from "@/lib/api/kernel/json-schema";
import { openApi } from "@/lib/api/kernel/openapi";
import { VERSION } from "@/lib/base/config/version";
import { SHAPES } from "@/lib/base/context";
import { collectionOf } from "./collection";

const folder = process.argv[2] ?? "clients";
const PACKAGE = join("typescript", "package.json");

/** The responses that the client returns. It throws the others as one class of error. */
const onlySuccesses = (responses: Json): Json =>
  Object.fromEntries(
    Object.entries(responses).flatMap(([status, response]) => {
      const { headers: _, ...rest } = response as Json;
      return status.startsWith("2") ? [[status, rest]] : [];
    }),
  );

/** The document without errors and headers, which would be most of the types. */
const forTypes = (document: Json): OpenAPI3 =>
  JSON.parse(JSON.stringify(document), (key, value) =>
    key === "responses" ? onlySuccesses(value) : value,
  );

mkdirSync(join(folder, "typescript", "src"), { recursive: true });
for (const shape of SHAPES) {
  const nodes = await openapiTypescript(forTypes(openApi(routes, shape)));
  const path = join(folder, "typescript", "src", `shape-${shape.toLowerCase()}.ts`);
  writeFileSync(
    path,
    `// Generated from openapi.json by \`npm run clients\`.\n\n${astToString(nodes)}`,
  );
}

const manifest = {
  ...JSON.parse(readFileSync(join("clients", PACKAGE), "utf8")),
  version: VERSION,
};
writeFileSync(join(folder, PACKAGE), `${JSON.stringify(manifest, null, 2)}\n`);

const collection = collectionOf(openApi(routes, "A"));
writeFileSync(join(folder, "postman.json"), `${JSON.stringify(collection, null, 2)}\n`);
