import { eq } from "drizzle-orm";
import type { Ctx } from "../context";
import { db } from "../db/client";
import { batches } from "../db/schema/batches";
import { type Page, type PageRequest, pageOf } from "../page";
import { type Batch, newestBatches } from "./batch";

/** The merchant's batches, newest first. Refuses: invalid_request (the cursor). */
export const listBatches = ({ merchantId }: Ctx, request: PageRequest): Promise<Page<Batch>> =>
  pageOf(
    request,
    { list: "batches", merchantId },
    (after, limit, offset) => newestBatches(merchantId, after, limit, offset),
    // A store has hundreds of them at most, each made by a call that is limited.
    () => db().$count(batches, eq(batches.merchantId, merchantId)),
  );
