import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { isUrlOfBuckets, urlOfBucket } from "./db/buckets";
import { isOnCitus, parseEnv, VARIABLE_NAMES } from "./env";
import {
  copyOperands,
  execForm,
  imageInstruction,
  readDockerfile,
  readDockerignore,
} from "./testing/dockerfile";
import { VERSION } from "./version";

const DRAIN_MS = 10_000;
const PINNED = /^[\w./-]+:v?\d+\.\d+[\w.-]*$/;

const Compose = z.object({
  services: z.record(
    z.string(),
    z.object({
      image: z.string(),
      build: z.string().optional(),
      environment: z.record(z.string(), z.string().nullable()).default({}),
      read_only: z.boolean().optional(),
      cap_drop: z.array(z.string()).optional(),
      security_opt: z.array(z.string()),
      stop_grace_period: z.string().optional(),
      volumes: z.array(z.string()).default([]),
      depends_on: z.record(z.string(), z.object({ condition: z.string() })).optional(),
      command: z.array(z.string()).default([]),
    }),
  ),
});

/** What the command in .env.example makes of it, which an operator copies. */
function generatedEnvironment(): Record<string, string> {
  const example = readFileSync(".env.example", "utf8");
  const [, command = ""] = /^# {3}(awk .+) > \.env$/m.exec(example) ?? [];
  const filled = execFileSync("sh", ["-c", command], { encoding: "utf8" });
  const lines = filled.split("\n").filter((line) => line && !line.startsWith("#"));
  return Object.fromEntries(lines.map((line) => line.split(/=(.*)/s, 2)));
}

/** The YAML of Compose files with the variables of `given`, like Compose; throws if one is missing that has no default. */
function readCompose(given: Record<string, string>, file: string) {
  const text = readFileSync(file, "utf8").replace(
    /\$\{(\w+):([-?])([^}]*)\}/g,
    (_, name, kind, value) => {
      if (!given[name] && kind === "?") throw new Error(`${name}: ${value}`);
      return given[name] || value;
    },
  );
  expect(text).not.toContain("${");
  return parse(text, { merge: true }).services;
}

/** The services of compose.yaml, and those of `further` files over them, like Compose merges them. */
function composeWith(given: Record<string, string>, ...further: string[]) {
  const services = readCompose(given, "compose.yaml");
  for (const file of further)
    for (const [name, over] of Object.entries<typeof services>(readCompose(given, file))) {
      const base = services[name] ?? {};
      services[name] = { ...base, ...over };
      for (const key of ["environment", "depends_on"])
        services[name][key] = { ...base[key], ...over[key] };
      services[name].volumes = [...(base.volumes ?? []), ...(over.volumes ?? [])];
    }
  return Compose.parse({ services }).services;
}

const generated = generatedEnvironment();
const services = composeWith(generated);
const CITUS_FILE = "deploy/citus.compose.yaml";
const onCitus = composeWith(generated, CITUS_FILE);
const NODES = ["postgres", "worker-1", "worker-2", "worker-3"];
const isApp = ([name]: [string, unknown]) => name.startsWith("app-");
const apps = Object.entries(services).filter(isApp);
const routeOf = (url: string) => existsSync(`app${url}/route.ts`);

test("the Dockerfile pins its base, carries the version, and runs as an ordinary user who is asked for health", () => {
  const stages = readDockerfile();
  for (const { base } of stages) expect(base).toMatch(/^node:22\.\d+\.\d+-\w+-slim$/);
  expect(imageInstruction("ARG")).toBe(`VERSION=${VERSION}`);
  expect(imageInstruction("LABEL")).toContain('org.opencontainers.image.version="$VERSION"');
  expect(imageInstruction("USER")).toBe("node");
  expect(imageInstruction("CMD")).toBe('["node", "server.mjs"]');
  const [program, ...words] = execForm(imageInstruction("HEALTHCHECK"));
  const [, path = ""] = /\}(\/[\w/]+)`/.exec(words.join(" ")) ?? [];
  expect(program).toBe("node");
  expect(routeOf(path), path).toBe(true);
  // Nothing of the build but what production runs.
  const copies = stages.at(-1)?.instructions.filter(({ name }) => name === "COPY");
  expect(copies?.map(({ rest }) => rest)).toEqual(["--from=build /src/dist ./"]);
});

test("a build gets what it copies, and no secret, data, package or earlier build of the machine", () => {
  const isLeftOut = readDockerignore();
  const copied = readDockerfile()
    .flatMap(({ instructions }) => instructions.filter(({ name }) => name === "COPY"))
    .map(({ rest }) => copyOperands(rest))
    .flatMap(({ from, sources }) => (from ? [] : sources.filter((source) => source !== ".")));
  expect(copied).toContain("package-lock.json");
  for (const path of copied)
    expect([existsSync(path), isLeftOut(path)], path).toEqual([true, false]);
  for (const path of ["app/api/health/route.ts", "lib/ledger/move.sql", "docs/guides/money.md"]) {
    expect([existsSync(path), isLeftOut(path)], path).toEqual([true, false]);
  }
  const unwanted = [".env", ".env.local", "app/.env", "lib/server/.env.production", ".git/config"];
  const local = [".scrip/secrets.json", "node_modules/next/package.json", ".next/BUILD_ID"];
  for (const path of [...unwanted, ...local, ".build/server.mjs", "dist/server.mjs", "e2e/a.ts"]) {
    expect(isLeftOut(path), path).toBe(true);
  }
});

test("compose.yaml gives each instance a complete production configuration, with secrets only from .env", () => {
  expect(() => composeWith({})).toThrow("Create .env first, see .env.example");
  expect(apps).toHaveLength(2);
  for (const name of ["app-a", "app-b", "migrate"]) {
    const set = Object.entries(services[name]?.environment ?? {});
    const env = parseEnv(Object.fromEntries(set.map(([key, value]) => [key, value ?? undefined])));
    expect(env, name).toMatchObject({ production: true, trustedProxyHops: 1 });
  }
  const app = services["app-a"]?.environment ?? {};
  expect(Object.keys(app).filter((key) => !VARIABLE_NAMES.includes(key))).toEqual([]);
  // Of the image, of the owner, of Citus, of local instances and tests, or instead of the number of proxies.
  const others = [
    "HOST",
    "PORT",
    "MIGRATE_DATABASE_URL",
    "DATABASE_ROLE",
    "DATABASE_PREPARE",
    "CITUS",
    "DATABASE_NODE_URL",
  ];
  const local = ["SCRIP_DATA_DIR", "SCRIP_SEED_DEMO", "TRUSTED_PROXIES"];
  const fakes = ["SHOPIFY_ORIGIN", "APPLE_PUSH_ORIGIN", "GOOGLE_WALLET_ORIGIN"];
  const missing = VARIABLE_NAMES.filter((key) => !(key in app));
  expect(missing.sort()).toEqual([...others, ...local, ...fakes].sort());
  // The owner's password is only the migration's.
  const owner = generated.OWNER_DATABASE_PASSWORD ?? "";
  expect(JSON.stringify(apps)).not.toContain(owner);
  expect(services.migrate?.environment.MIGRATE_DATABASE_URL).toContain(`//scrip:${owner}@`);
  expect(services.postgres?.environment).toMatchObject({ POSTGRES_PASSWORD: owner });
  expect(readFileSync("compose.yaml", "utf8")).not.toMatch(/(PASSWORD|SECRET|KEY): *[\w"]/);
});

test("the Compose files pin images, let instances write nothing and drain to the end, and migrate before they start", () => {
  for (const [name, { image, security_opt }] of Object.entries({ ...services, ...onCitus })) {
    expect(image, name).toMatch(PINNED);
    expect(security_opt, name).toEqual(["no-new-privileges:true"]);
  }
  for (const [name, app] of [...apps, ...Object.entries(onCitus).filter(isApp)]) {
    const { environment, stop_grace_period = "" } = app;
    expect(app, name).toMatchObject({
      image: `scrip:${VERSION}`,
      ...{ build: ".", read_only: true, cap_drop: ["ALL"] },
      depends_on: { migrate: { condition: "service_completed_successfully" } },
    });
    const drainMs = Number(environment.DRAIN_DELAY_SECONDS) * 1_000 + DRAIN_MS;
    expect(stop_grace_period).toMatch(/^\d+s$/);
    expect(Number.parseInt(stop_grace_period, 10) * 1_000).toBeGreaterThan(drainMs);
  }
  for (const volume of Object.values(onCitus).flatMap(({ volumes }) => volumes)) {
    const [source = ""] = volume.split(":");
    if (source.startsWith("./")) expect(existsSync(source), source).toBe(true);
  }
});

test("Caddy sends requests to every instance that is ready, under the name that instances respond to", () => {
  const caddyfile = readFileSync("deploy/Caddyfile", "utf8");
  const [, upstreams = ""] = /reverse_proxy (.+) \{/.exec(caddyfile) ?? [];
  const [, port = ""] = /PORT=(\d+)/.exec(imageInstruction("ENV")) ?? [];
  expect(upstreams.split(" ")).toEqual(apps.map(([name]) => `${name}:${port}`));
  const [, path = ""] = /health_uri (\S+)/.exec(caddyfile) ?? [];
  expect(basename(path)).toBe("ready");
  expect(routeOf(path), path).toBe(true);
  expect(caddyfile).toMatch(/^\{\$SCRIP_DOMAIN:localhost\} \{$/m);
  expect(caddyfile).toMatch(/Host \{\$SCRIP_DOMAIN:localhost\}/);
});

test("deploy/citus.compose.yaml gives each instance a complete configuration for Citus, and only the nodes the owner's password", () => {
  expect(() => composeWith({}, CITUS_FILE)).toThrow("Create .env first, see .env.example");
  for (const name of ["app-a", "app-b", "migrate"]) {
    const set = Object.entries(onCitus[name]?.environment ?? {});
    const variables = Object.fromEntries(set.map(([key, value]) => [key, value ?? undefined]));
    const env = parseEnv(variables);
    expect(env, name).toMatchObject({ production: true, databasePrepare: false });
    expect(isOnCitus(variables), name).toBe(true);
    expect(isUrlOfBuckets(env.databaseUrl), name).toBe(true);
  }
  const owner = generated.OWNER_DATABASE_PASSWORD ?? "";
  const withOwner = Object.keys(onCitus).filter((name) =>
    JSON.stringify(onCitus[name]).includes(owner),
  );
  expect(withOwner.sort()).toEqual(["citus", "migrate", ...NODES]);
  expect(onCitus.migrate?.depends_on).toMatchObject({
    citus: { condition: "service_completed_successfully" },
    pgbouncer: { condition: "service_started" },
  });
  expect(readFileSync(CITUS_FILE, "utf8")).not.toMatch(/(PASSWORD|SECRET|KEY): *[\w"]/);
});

test("deploy/citus.compose.yaml makes equal nodes one cluster, and keeps the data of each in its own volume", () => {
  const cluster = readFileSync("deploy/citus-cluster.sql", "utf8");
  const added = [...cluster.matchAll(/citus_add_node\('([\w-]+)', 5432\)/g)].map(
    ([, name]) => name,
  );
  expect(["postgres", ...added]).toEqual(NODES);
  expect(cluster).toContain("citus_set_coordinator_host('postgres', 5432)");
  expect(Object.keys(onCitus.citus?.depends_on ?? {})).toEqual(NODES);
  const [coordinator] = NODES.map((name) => onCitus[name]);
  expect(coordinator?.command).toContain("-cwal_level=logical");
  const data = NODES.map((name) => {
    const { image, command, environment, volumes = [] } = onCitus[name] ?? {};
    expect({ image, command, environment }, name).toEqual({
      image: coordinator?.image,
      command: coordinator?.command,
      environment: coordinator?.environment,
    });
    expect(volumes, name).toContain(
      "./deploy/citus-node.sql:/docker-entrypoint-initdb.d/citus-node.sql:ro",
    );
    return volumes.find((volume) => volume.endsWith(":/var/lib/postgresql/data"));
  });
  expect(new Set(data).size).toBe(NODES.length);
  expect(data).not.toContain(undefined);
});

test("deploy/pgbouncer.ini has a database with the right search path for a bucket on each worker", () => {
  const ini = readFileSync("deploy/pgbouncer.ini", "utf8");
  const url = new URL(onCitus["app-a"]?.environment.DATABASE_URL ?? "");
  expect([url.hostname, url.username]).toEqual(["pgbouncer", "scrip_app"]);
  expect(ini).toContain(`listen_port = ${url.port}\n`);
  expect(ini).toContain("pool_mode = transaction\n");
  for (const [n] of NODES.slice(1).entries()) {
    const bucket = `bucket_${n + 1}`;
    const name = urlOfBucket(decodeURIComponent(url.pathname).slice(1), bucket);
    const query = n > 0 ? ` connect_query='set search_path = ${bucket}, public'` : "";
    expect(ini).toContain(`\n${name} = host=postgres port=5432 dbname=scrip${query}\n`);
  }
});
