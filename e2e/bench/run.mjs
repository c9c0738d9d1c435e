// `npm run bench:…`: bundles the measurements named, as the server is bundled, and runs each.
import { spawnSync } from "node:child_process";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const MEASUREMENTS = process.argv.slice(2);

process.chdir(resolve(fileURLToPath(import.meta.url), "../../.."));
await build({
  entryPoints: [...MEASUREMENTS, "receiver"].map((name) => join("e2e/bench", `${name}.ts`)),
  outdir: ".build/bench",
  outExtension: { ".js": ".mjs" },
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node20",
  packages: "external",
  alias: { "@": process.cwd() },
  logLevel: "warning",
});
for (const name of MEASUREMENTS) {
  const { status } = spawnSync(process.execPath, [join(".build/bench", `${name}.mjs`)], {
    stdio: "inherit",
    // Read when a process starts: the certificate of the receiver on loopback.
    env: { ...process.env, NODE_EXTRA_CA_CERTS: resolve("e2e/support/receiver-cert.pem") },
  });
  if (status !== 0) process.exitCode = 1;
}
