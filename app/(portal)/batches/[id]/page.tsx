import { Messages, titled } from "@/app/messages";
import { uuidInUrl } from "@/app/page-ids";
import { BatchView } from "@/components/portal/batches/batch-view";

export const generateMetadata = titled("batch");

export default async function BatchPage({ params }: { params: Promise<{ id: string }> }) {
  return (
    <Messages areas={["batches", "cards", "platform"]}>
      <BatchView id={uuidInUrl((await params).id)} />
    </Messages>
  );
}
