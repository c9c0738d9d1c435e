import { pageWithData } from "@/app/first-data";
import { titled } from "@/app/messages";
import { webhooksReads } from "@/components/portal/webhooks/use-webhook";
import { WebhooksView } from "@/components/portal/webhooks/webhooks-view";

export const generateMetadata = titled("webhooks");

export default pageWithData(WebhooksView, webhooksReads, "webhooks");
