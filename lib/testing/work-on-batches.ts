import { batchWorker } from "@/lib/domain/batches/work";

// A separate process for crash tests: works on batches until it is killed.
for (;;) await batchWorker.runDue();
