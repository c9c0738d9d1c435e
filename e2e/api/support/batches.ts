import { expect } from "@playwright/test";
import { workDue } from "@/lib/batches/work";
import type { Answer, ApiClient } from "../../support/client";

/** The batch once nobody is at work on it any more, which the test helps along. */
export async function settled(till: ApiClient, batchId: string): Promise<Answer["body"]> {
  let batch: Answer["body"];
  await expect
    .poll(
      async () => {
        await workDue();
        batch = (await till.get(`/batches/${batchId}`, { "Scrip-Shape": "A" })).body;
        return batch.status;
      },
      { timeout: 20_000 },
    )
    .toBe("ready");
  return batch;
}
