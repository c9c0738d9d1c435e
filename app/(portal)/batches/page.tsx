import { pageOf, titled } from "@/app/messages";
import { BatchesView } from "@/components/portal/batches/batches-view";

export const generateMetadata = titled("batches");

export default pageOf(BatchesView, "batches");
