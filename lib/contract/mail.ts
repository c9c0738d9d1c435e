import { z } from "zod";
import { ShownInstant } from "./fields";
import { sameListReply } from "./shapes";

const MailView = z.object({
  id: z.guid(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  createdAt: ShownInstant,
  /** When the mail will be sent; null once that time has passed. */
  sendAt: ShownInstant.nullable(),
});

export const mailsReply = sameListReply("mails", MailView);
