import { Messages, titled } from "@/app/messages";
import { uuidInUrl } from "@/app/page-ids";
import { CustomerView } from "@/components/portal/customers/customer-view";

export const generateMetadata = titled("customer");

export default async function CustomerPage({ params }: { params: Promise<{ id: string }> }) {
  return (
    <Messages areas={["customers", "transactions", "cards", "storeCredit"]}>
      <CustomerView id={uuidInUrl((await params).id)} />
    </Messages>
  );
}
