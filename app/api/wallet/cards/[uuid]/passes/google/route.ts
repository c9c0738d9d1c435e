import { resource } from "@/lib/api/kernel/endpoint";
import { openGooglePass } from "@/lib/api/kernel/wallet-passes";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({ GET: openGooglePass });
