import { z } from "zod";
import {
  AmountCents,
  Count,
  Currency,
  Name,
  PAGING,
  ShownInstant,
  Uuid,
  withOffset,
} from "@/lib/api/contract/fields";
import { SearchText } from "@/lib/api/contract/portal/customer";
import {
  inBothShapes,
  inSnakeCase,
  sameReply,
  shapedPageReply,
  shapedReply,
} from "@/lib/api/contract/shapes";
import { BATCH_SOURCES, MAX_CARDS_IN_A_BATCH, RUN_KINDS } from "@/lib/db/schema/batches";
import {
  BATCH_SORTS,
  type Batch,
  type BatchWithCards,
  type CardsByStatus,
  statusOf,
} from "@/lib/domain/batches/batch";
import { CardType } from "./card";

/** An id that isn't a UUID returns 404 (parseParams). */
export const BatchParams = z.strictObject({ id: Uuid });

export const ListBatchesQuery = z.strictObject(PAGING).transform(withOffset);

/** The portal's list also searches, filters and sorts. */
export const ListPortalBatchesQuery = z
  .strictObject({
    ...PAGING,
    q: SearchText.optional(),
    source: z.enum(BATCH_SOURCES).optional(),
    cardType: CardType.optional(),
    sort: z.enum(BATCH_SORTS).optional(),
  })
  .transform(withOffset);

export const CreateBatchBody = inBothShapes(
  z.strictObject({
    name: Name.meta({ example: "Spring cards" }),
    quantity: z
      .int()
      .min(1)
      .max(MAX_CARDS_IN_A_BATCH)
      .meta({ description: "Number of cards.", example: 10_000 }),
    currency: Currency,
    cardType: CardType,
    amountCents: AmountCents.optional().meta({
      description: "Value added to each card at activation.",
    }),
  }),
);

const RunView = z
  .object({
    kind: z.enum(RUN_KINDS),
    status: z.enum(["running", "completed"]),
    total: Count.meta({ description: "Number of cards to process.", example: 10_000 }),
    done: Count.meta({ example: 4_000 }),
    skipped: Count.meta({ description: "Number of cards that weren't changed.", example: 0 }),
    startedAt: ShownInstant,
    finishedAt: ShownInstant.nullable(),
  })
  .meta({ id: "BatchRun", description: "The current or latest operation on a batch." });

const common = {
  id: z.uuid(),
  name: z.string(),
  source: z.enum(BATCH_SOURCES),
  quantity: Count,
  currency: z
    .string()
    .nullable()
    .meta({ description: "Null for an import with several currencies.", example: "USD" }),
  status: z.enum(["creating", "activating", "voiding", "ready"]),
  createdCards: Count.meta({ description: "Number of cards created so far." }),
  lastRun: RunView,
};
/** Fields that have snake case names in Shape B. */
const renamedFields = {
  cardType: CardType,
  amountCents: z.int().min(1).nullable().meta({ description: "In minor units.", example: 2500 }),
  hasGuessableCodes: z.boolean().meta({
    description:
      "Whether the imported codes are easy to guess. On the balance page, a card with such a code works only with its PIN.",
    example: false,
  }),
  createdAt: ShownInstant,
};

const BatchA = z
  .object({ ...common, ...renamedFields })
  .meta({ id: "BatchA", description: "Cards created together (shape A)." });

const BatchB = z
  .object({ ...common, ...inSnakeCase(renamedFields) })
  .meta({ id: "BatchB", description: "Cards created together (shape B)." });

const presentA = (batch: Batch) => {
  const { createdAt, finishedAt, ...run } = batch.lastRun;
  const status = finishedAt === null ? "running" : "completed";
  const lastRun = { ...run, status, startedAt: createdAt, finishedAt } as const;
  return BatchA.parse({ ...batch, status: statusOf(batch), lastRun });
};

const presentB = (batch: Batch) => {
  const { cardType, amountCents, hasGuessableCodes, createdAt, ...common } = presentA(batch);
  return {
    ...common,
    ...inSnakeCase({ cardType, amountCents, hasGuessableCodes, createdAt }),
  };
};

export const batchReply = shapedReply<{ batch: Batch }>()({
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
  .meta({
    id: "BatchWithCardsA",
    description: "A batch with the number of cards in each status (shape A).",
  });

export const batchWithCardsReply = shapedReply<BatchWithCards>()({
  A: [BatchWithCardsA, ({ batch, cards }) => ({ ...presentA(batch), cards })],
  B: [
    z
      .strictObject({ ...BatchB.shape, cards: z.strictObject({ unactivated: Count, ...Counts }) })
      .meta({
        id: "BatchWithCardsB",
        description: "A batch with the number of cards in each status (shape B).",
      }),
    ({ batch, cards }) => ({ ...presentB(batch), cards: presentCountsB(cards) }),
  ],
});

export const batchesReply = shapedPageReply<Batch>()("batches", {
  A: [BatchA, presentA],
  B: [BatchB, presentB],
});

/** Progress of creating a batch's gift cards in the online shop, the same in both shapes. */
const ProvisionView = z.object({
  batchId: z.uuid(),
  status: z.enum(["queued", "running", "completed", "failed"]),
  total: Count,
  provisioned: Count,
  failed: Count,
});

export const provisionReply = sameReply(ProvisionView);

/** For the dashboard: also counts cards that are being created outside a provision request. */
export const batchOnPlatformReply = sameReply(ProvisionView.extend({ underWay: Count }));
