import { z } from "zod";
import { iso } from "./fields";
import { sameInBoth } from "./shapes";

type Mail = {
  id: string;
  to: string;
  subject: string;
  text: string;
  createdAt: Date;
  /** When it is still to be sent; null when that is over. */
  sendAt: Date | null;
};

export const mailsReply = sameInBoth(
  z.strictObject({
    mails: z.array(
      z.strictObject({
        id: z.uuid(),
        to: z.string(),
        subject: z.string(),
        text: z.string(),
        createdAt: z.iso.datetime(),
        sendAt: z.iso.datetime().nullable(),
      }),
    ),
  }),
  (mails: Mail[]) => ({
    mails: mails.map((mail) => ({
      ...mail,
      createdAt: iso(mail.createdAt),
      sendAt: mail.sendAt && iso(mail.sendAt),
    })),
  }),
);
