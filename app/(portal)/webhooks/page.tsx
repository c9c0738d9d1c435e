import { pageOf, titled } from "@/app/messages";
import { WebhooksView } from "@/components/portal/webhooks/webhooks-view";

export const generateMetadata = titled("webhooks");

export default pageOf(WebhooksView, "webhooks");
