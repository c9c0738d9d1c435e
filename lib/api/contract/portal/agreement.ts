import { z } from "zod";
import { AmountCents, Count, Note, ShownInstant, Uuid } from "@/lib/api/contract/fields";
import { inBothShapes, sameListReply, sameReply } from "@/lib/api/contract/shapes";
import { AGREEMENT_STATUSES } from "@/lib/db/schema/transfers";

export const AgreementParams = z.strictObject({ id: Uuid });

/** In minor units of the agreement's currency. */
const limits = {
  maxTransferCents: AmountCents,
  maxDayCents: AmountCents,
  maxUnsettledCents: AmountCents,
};

export const LimitsBody = inBothShapes(z.strictObject(limits));

export const ProposalBody = inBothShapes(
  z.strictObject({ slug: z.string().trim().min(1).max(100), ...limits }),
);

export const PaymentBody = inBothShapes(
  z.strictObject({ amountCents: AmountCents, note: Note.optional() }),
);

const sideLimits = {
  currency: z.string(),
  maxTransferCents: z.int().nullable(),
  maxDayCents: z.int().nullable(),
  maxUnsettledCents: z.int().nullable(),
};

const AgreementView = z.object({
  id: z.guid(),
  status: z.enum(AGREEMENT_STATUSES),
  proposedByMe: z.boolean(),
  otherStore: z.object({ name: z.string(), slug: z.string() }),
  /** This store's limits; null until it has set them. */
  ...sideLimits,
  otherLimits: z.object(sideLimits),
  /** Transferred and not settled yet, in this store's currency of the agreement. */
  owedToUsCents: Count,
  owedByUsCents: Count,
  proposedAt: ShownInstant,
  acceptedAt: ShownInstant.nullable(),
  endedAt: ShownInstant.nullable(),
});

export const agreementsReply = sameListReply("agreements", AgreementView);

export const agreementReply = sameReply(z.object({ agreement: AgreementView }));
