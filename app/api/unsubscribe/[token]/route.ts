import { resource } from "@/lib/api/kernel/endpoint";
import { openUnsubscribePage, unsubscribeByLink } from "@/lib/api/kernel/unsubscribe";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: openUnsubscribePage,
  POST: unsubscribeByLink,
});
