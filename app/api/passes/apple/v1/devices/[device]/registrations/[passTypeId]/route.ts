import { listChangedPasses } from "@/lib/api/kernel/apple-passes";
import { resource } from "@/lib/api/kernel/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: listChangedPasses,
});
