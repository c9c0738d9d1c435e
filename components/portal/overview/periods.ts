import { keysOf } from "@/components/kit/api/types";
import { RECENT_RANGES } from "@/lib/base/time/date-ranges";

/** Ranges up to today that the overview offers. */
export const periods = keysOf(RECENT_RANGES);

export type Period = (typeof periods)[number];
