// How Stryker runs the tests of lib/testing/vitest.config.ts: as one project, each file with modules of its own,
// which is what it counts the covering tests by.
import { defineConfig, type UserWorkspaceConfig } from "vitest/config";
import tests from "../../lib/testing/vitest.config";

const projects = (tests.test?.projects ?? []) as UserWorkspaceConfig[];

export default defineConfig({
  root: tests.root,
  resolve: tests.resolve,
  test: {
    ...projects[0]?.test,
    name: "mutants",
    globalSetup: tests.test?.globalSetup,
    include: projects.flatMap((project) => project.test?.include ?? []),
    exclude: [],
  },
});
