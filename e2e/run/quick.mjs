// `npm run test:quick [path…]`: types, lint, and the tests closest to a change. The change is the given
// paths, else the uncommitted changes, else the last commit.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { ensureInstalled, filesBelow } from "../../lib/server/prepare.mjs";
import { conclude } from "./results.mjs";
import {
  lint,
  oneByOne,
  prepareRun,
  quickBuild,
  routeTypes,
  runStep,
  serverTests,
  types,
  unitTests,
} from "./steps.mjs";

const CODE_FILE_PATTERN = /\.(ts|tsx|mjs)$/;
const TEST_FILE_PATTERN = /\.test\.ts$/;
const SPEC_FILE_PATTERN = /\.spec\.ts$/;
// Names of layers, which say nothing about a file's subject.
const LAYER_NAMES = new Set(
  "app api v1 portal wallet lib components e2e support ui route page layout index schema".split(
    " ",
  ),
);

const NEXT_ROUTE_PATTERN = /\/api\/(auth|cron|portal)|\/sign-in/;

const gitLines = (/** @type {string[]} */ ...args) =>
  execFileSync("git", args, { encoding: "utf8" }).split("\n").filter(Boolean);

/** The files of the change that still exist. */
function changedFiles(/** @type {string[]} */ paths) {
  if (paths.length > 0) {
    const missing = paths.filter((path) => !existsSync(path));
    if (missing.length > 0) {
      console.error(`There is no ${missing.join(", ")}.`);
      process.exit(1);
    }
    const files = paths.flatMap((path) =>
      statSync(path).isDirectory() ? filesBelow(path) : [path],
    );
    return files.map((path) => relative(process.cwd(), path));
  }
  const uncommitted = [
    ...gitLines("diff", "--name-only", "--diff-filter=d", "HEAD"),
    ...gitLines("ls-files", "--others", "--exclude-standard"),
  ];
  return uncommitted.length > 0
    ? uncommitted
    : gitLines("diff", "--name-only", "--diff-filter=d", "HEAD~1", "HEAD");
}

/** The subjects that a path names, in the singular: `lib/domain/gifts/send.ts` is about gift and send. */
const subjects = (/** @type {string} */ path) =>
  path
    .split(/[/.()[\]_-]+/)
    .filter((word) => word.length > 2 && !LAYER_NAMES.has(word))
    .map((word) => word.replace(/s$/, ""));

/** The specs of the area that a file belongs to: those whose path names one of its subjects. */
function specsOf(/** @type {string} */ file, /** @type {string[]} */ specs) {
  if (SPEC_FILE_PATTERN.test(file)) return [file];
  if (TEST_FILE_PATTERN.test(file) || !/^(app|components|lib|e2e|clients)\//.test(file)) return [];
  const own = new Set(subjects(file).filter((word) => word !== "spec" && word !== "tsx"));
  return specs.filter((spec) => subjects(spec).some((word) => word !== "spec" && own.has(word)));
}

/**
 * The files that vitest starts from. For a file that nothing imports, such as SQL, the tests in its folder.
 */
const rootsOf = (/** @type {string} */ file) => {
  if (CODE_FILE_PATTERN.test(file)) return SPEC_FILE_PATTERN.test(file) ? [] : [file];
  const folder = dirname(file);
  return /^(app|components|lib)\//.test(file)
    ? filesBelow(folder).filter((other) => TEST_FILE_PATTERN.test(other))
    : [];
};

const hasTests = (/** @type {string} */ file) =>
  specsOf(file, allSpecs).length > 0 || (!file.startsWith("e2e/") && rootsOf(file).length > 0);

const startedMs = Date.now();
prepareRun();
ensureInstalled();
const changed = changedFiles(process.argv.slice(2));
const allSpecs = filesBelow("e2e").filter((file) => SPEC_FILE_PATTERN.test(file));
const specs = [...new Set(changed.flatMap((file) => specsOf(file, allSpecs)))].sort();
const roots = [...new Set(changed.flatMap(rootsOf))];
console.log(`Changed:\n  ${changed.join("\n  ") || "nothing"}`);
console.log(`Specs of that area:\n  ${specs.join("\n  ") || "none"}`);
const untested = changed.filter(
  (file) => /^(app|components|lib|e2e|clients|drizzle|proxy|next)/.test(file) && !hasTests(file),
);
if (untested.length > 0) console.log(`Only npm test tests:\n  ${untested.join("\n  ")}`);

// API specs run on the direct server alone, so they need no new Next build and no other servers.
const isDirectLaneEnough =
  existsSync(join(".next", "BUILD_ID")) &&
  specs.every(
    (spec) => /^e2e\/api\//.test(spec) && !NEXT_ROUTE_PATTERN.test(readFileSync(spec, "utf8")),
  );
if (isDirectLaneEnough) process.env.SCRIP_TEST_SERVERS = "direct";
const steps = [routeTypes, types, lint, ...(isDirectLaneEnough ? [] : [quickBuild])];
const relatedArguments = ["related", "--run", "--passWithNoTests", ...roots];
const [checked, unit] = await Promise.all([
  oneByOne(steps),
  roots.length > 0 ? runStep(unitTests(relatedArguments)) : null,
]);
const finishedSteps = [...checked, ...(unit ? [unit] : [])];
if (specs.length > 0) finishedSteps.push(await runStep(serverTests(["--project=scrip", ...specs])));
conclude(finishedSteps, startedMs);
