import { Messages, titled } from "@/app/messages";
import { uuidInUrl } from "@/app/page-ids";
import { CardView } from "@/components/portal/cards/card-view";

export const generateMetadata = titled("card");

export default async function CardPage({ params }: { params: Promise<{ uuid: string }> }) {
  return (
    <Messages areas={["cards", "platform", "transactions", "webhooks"]}>
      <CardView uuid={uuidInUrl((await params).uuid)} />
    </Messages>
  );
}
