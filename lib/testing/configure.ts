import { env, parseEnv } from "@/lib/base/config/env";

/** Sets variables until this test file ends, even for code that has already read the configuration. */
export function configure(variables: Record<string, string | undefined>): void {
  Object.assign(process.env, variables);
  Object.assign(env(), parseEnv(process.env));
}
