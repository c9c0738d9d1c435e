import type { z } from "zod";
import { Uuid } from "@/lib/api/contract/fields";
import { WebhookId } from "@/lib/api/contract/v1/webhook";

/** An ID in a page's URL as the API writes it. Any other text comes back as it is: the API doesn't find it. */
const written = (schema: z.ZodType<string>, given: string): string =>
  schema.safeParse(given).data ?? given;

/**
 * The canonical form of a UUID in a page's URL, which people also write in capitals. Queries and what refreshes them must
 * name the same ID.
 */
export const uuidInUrl = (given: string): string => written(Uuid, given);

/** The canonical form of a webhook's ID in a page's URL, where it can be in the form of either shape. */
export const webhookIdInUrl = (given: string): string => written(WebhookId, given);
