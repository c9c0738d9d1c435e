import { workDue } from "@/lib/batches/work";

// A process of its own for tests of crashes: works on batches until it is killed.
for (;;) await workDue();
