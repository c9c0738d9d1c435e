export {
  type Client,
  type ClientOptions,
  createClient,
  type Schemas,
  type Shape,
} from "./client.js";
export { type ErrorCode, ScripError } from "./errors.js";
export {
  type VerifyOptions,
  verifyWebhook,
  type WebhookEvent,
  WebhookVerificationError,
} from "./webhooks.js";
