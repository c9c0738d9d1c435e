import { pageOf, titled } from "@/app/messages";
import { ImportView } from "@/components/portal/batches/import-view";

export const generateMetadata = titled("importCards");

export default pageOf(ImportView, "batches");
