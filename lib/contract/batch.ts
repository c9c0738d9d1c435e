import { z } from "zod";
import { type Batch, type Run, statusOf } from "../batches/batch";
import type { NewBatch } from "../batches/create";
import type { BatchWithCards, CardsByStatus } from "../batches/read";
import { BATCH_SOURCES, MAX_CARDS_IN_A_BATCH, RUN_KINDS } from "../db/schema/batches";
import { CardType } from "./card";
import { AmountCents, Count, Currency, iso, Name, PAGING, Uuid, withOffset } from "./fields";
import { inBoth, inSnakeCase, listed, presented, type Shaped, shaped } from "./shapes";

/** What is not a uuid names no batch: a 404 (parseParams). */
export const BatchParams = z.strictObject({ id: Uuid });

export const ListBatchesQuery = z.strictObject(PAGING).transform(withOffset);

export const CreateBatchBody: Shaped<NewBatch> = inBoth(
  z.strictObject({
    name: Name.meta({ example: "Spring cards" }),
    quantity: z
      .int()
      .min(1)
      .max(MAX_CARDS_IN_A_BATCH)
      .meta({ description: "How many cards.", example: 10_000 }),
    currency: Currency,
    cardType: CardType,
    amountCents: AmountCents.optional().meta({
      description: "With which each card is to be activated. Until then it holds nothing.",
    }),
  }),
);

const RunView = z
  .strictObject({
    kind: z.enum(RUN_KINDS),
    status: z.enum(["running", "completed"]),
    total: Count.meta({ description: "Cards that it is about.", example: 10_000 }),
    done: Count.meta({ example: 4_000 }),
    skipped: Count.meta({ description: "Cards that were left as they are.", example: 0 }),
    startedAt: z.iso.datetime(),
    finishedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: "BatchRun", description: "Work on a batch that is under way, or was last." });

const presentRun = (run: Run): z.input<typeof RunView> => ({
  kind: run.kind,
  status: run.finishedAt === null ? "running" : "completed",
  total: run.total,
  done: run.done,
  skipped: run.skipped,
  startedAt: iso(run.createdAt),
  finishedAt: run.finishedAt && iso(run.finishedAt),
});

const common = {
  id: z.uuid(),
  name: z.string(),
  source: z.enum(BATCH_SOURCES),
  quantity: Count,
  currency: z
    .string()
    .nullable()
    .meta({ description: "Null of an import in several currencies.", example: "USD" }),
  status: z.enum(["creating", "activating", "voiding", "ready"]),
  createdCards: Count.meta({ description: "How many of its cards there are by now." }),
  lastRun: RunView,
};
/** Named in snake case in Shape B. */
const renamed = {
  cardType: CardType,
  amountCents: z.int().min(1).nullable().meta({ description: "In minor units.", example: 2500 }),
  createdAt: z.iso.datetime(),
};

const presentCommon = (batch: Batch) => ({
  id: batch.id,
  name: batch.name,
  source: batch.source,
  quantity: batch.quantity,
  currency: batch.currency,
  status: statusOf(batch),
  createdCards: batch.createdCards,
  lastRun: presentRun(batch.lastRun),
});

const presentRenamed = ({ cardType, amountCents, createdAt }: Batch) => ({
  cardType,
  amountCents,
  createdAt: iso(createdAt),
});

const BatchA = z
  .strictObject({ ...common, ...renamed })
  .meta({ id: "BatchA", description: "Cards that were made together (Shape A)." });

const BatchB = z
  .strictObject({ ...common, ...inSnakeCase(renamed) })
  .meta({ id: "BatchB", description: "Cards that were made together (Shape B)." });

const presentA = (batch: Batch): z.input<typeof BatchA> => ({
  ...presentCommon(batch),
  ...presentRenamed(batch),
});

const presentB = (batch: Batch): z.input<typeof BatchB> => ({
  ...presentCommon(batch),
  ...inSnakeCase(presentRenamed(batch)),
});

export const batchReply = shaped<{ batch: Batch }>()({
  A: [BatchA, ({ batch }) => presentA(batch)],
  B: [BatchB, ({ batch }) => presentB(batch)],
});

const Counts = { active: Count, disabled: Count };
const presentCountsB = ({ inactive, ...counts }: CardsByStatus) => ({
  unactivated: inactive,
  ...counts,
});

const BatchWithCardsA = z
  .strictObject({ ...BatchA.shape, cards: z.strictObject({ inactive: Count, ...Counts }) })
  .meta({ id: "BatchWithCardsA", description: "A batch and its cards by status (Shape A)." });

export const batchWithCardsReply = shaped<BatchWithCards>()({
  A: [BatchWithCardsA, ({ batch, cards }) => ({ ...presentA(batch), cards })],
  B: [
    z
      .strictObject({ ...BatchB.shape, cards: z.strictObject({ unactivated: Count, ...Counts }) })
      .meta({ id: "BatchWithCardsB", description: "A batch and its cards by status (Shape B)." }),
    ({ batch, cards }) => ({ ...presentB(batch), cards: presentCountsB(cards) }),
  ],
});

export const batchesReply = listed<Batch>()("batches", {
  A: [BatchA, presentA],
  B: [BatchB, presentB],
});

/** How far the platform's gift cards of a batch have come; the same in both shapes. */
const ProvisionView = z.object({
  batchId: z.uuid(),
  status: z.enum(["queued", "running", "completed", "failed"]),
  total: Count,
  provisioned: Count,
  failed: Count,
});

export const provisionReply = presented(ProvisionView);

/** For the dashboard: also how many are being created without a request. */
export const batchOnPlatformReply = presented(ProvisionView.extend({ underWay: Count }));
