import { z } from "zod";
import { Email, ShownInstant, Uuid } from "@/lib/api/contract/fields";
import { sameListReply, sameReply } from "@/lib/api/contract/shapes";
import { SUPPRESSION_REASONS } from "@/lib/db/schema/mail-suppressions";

const MailView = z.object({
  id: z.guid(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  headers: z.record(z.string(), z.string()),
  createdAt: ShownInstant,
  /** When the email will be sent; null once that time has passed. */
  sendAt: ShownInstant.nullable(),
});

export const mailsReply = sameListReply("mails", MailView);

/** What a mail server reports about an address: a permanent bounce, or a complaint about spam. */
export const MailEventBody = z.strictObject({
  type: z.enum(["bounce", "complaint"]),
  email: Email,
});

export const SuppressionParams = z.strictObject({ id: Uuid });

export const suppressionsReply = sameReply(
  z.object({
    suppressions: z.array(
      z.object({
        id: z.guid(),
        email: z.string(),
        reason: z.enum(SUPPRESSION_REASONS),
        createdAt: ShownInstant,
      }),
    ),
    total: z.int(),
  }),
);
