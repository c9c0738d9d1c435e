import { limits } from "./limits.mjs";
import { money } from "./money.mjs";
import { signatures } from "./signatures.mjs";
import { tenancy } from "./tenancy.mjs";

export const mutants = [...money, ...tenancy, ...limits, ...signatures];
