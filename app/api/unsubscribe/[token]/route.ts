import { resource } from "@/lib/http/endpoint";
import { openUnsubscribePage, unsubscribeByLink } from "@/lib/http/unsubscribe";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: openUnsubscribePage,
  POST: unsubscribeByLink,
});
