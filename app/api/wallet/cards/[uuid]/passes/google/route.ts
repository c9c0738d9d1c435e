import { resource } from "@/lib/http/endpoint";
import { openGooglePass } from "@/lib/http/wallet-passes";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({ GET: openGooglePass });
