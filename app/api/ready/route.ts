import { ready } from "@/lib/background/health";

export const GET = ready;
