import { cronHandler } from "@/lib/http/cron";

export const GET = cronHandler;
export const POST = cronHandler;
