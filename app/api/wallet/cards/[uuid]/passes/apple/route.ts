import { resource } from "@/lib/http/endpoint";
import { downloadApplePass } from "@/lib/http/wallet-passes";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: downloadApplePass,
});
