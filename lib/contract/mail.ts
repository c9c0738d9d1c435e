import { z } from "zod";
import { ShownInstant } from "./fields";
import { presented } from "./shapes";

const MailView = z.object({
  id: z.guid(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  createdAt: ShownInstant,
  /** When it is still to be sent; null when that is over. */
  sendAt: ShownInstant.nullable(),
});

export const mailsReply = presented(
  z.object({ mails: z.array(MailView) }),
  (mails: z.input<typeof MailView>[]) => ({ mails }),
);
