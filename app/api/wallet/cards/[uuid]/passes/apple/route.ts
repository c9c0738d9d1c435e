import { resource } from "@/lib/api/kernel/endpoint";
import { downloadApplePass } from "@/lib/api/kernel/wallet-passes";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: downloadApplePass,
});
