import { pageWithData } from "@/app/first-data";
import { titled } from "@/app/messages";
import { BatchesView } from "@/components/portal/batches/batches-view";
import { batchesReads } from "@/components/portal/batches/filters";

export const generateMetadata = titled("batches");

export default pageWithData(BatchesView, batchesReads, "batches");
