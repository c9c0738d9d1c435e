import { env, parseEnv } from "@/lib/env";

/** Sets variables until this test file ends, for code too that has read the configuration before. */
export function configure(variables: Record<string, string | undefined>): void {
  Object.assign(process.env, variables);
  Object.assign(env(), parseEnv(process.env));
}
