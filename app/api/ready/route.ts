import { ready } from "@/lib/http/health";

export const GET = ready;
