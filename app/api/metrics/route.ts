import { metrics } from "@/lib/background/metrics";

export const GET = metrics;
