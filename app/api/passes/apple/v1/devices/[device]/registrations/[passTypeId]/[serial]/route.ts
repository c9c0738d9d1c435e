import { registerDevice, unregisterDevice } from "@/lib/http/apple-passes";
import { resource } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: registerDevice,
  DELETE: unregisterDevice,
});
