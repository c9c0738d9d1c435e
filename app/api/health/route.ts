import { health } from "@/lib/background/health";

export const GET = health;
