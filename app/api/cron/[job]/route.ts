import { cronHandler } from "@/lib/background/cron";

export const GET = cronHandler;
export const POST = cronHandler;
