import { z } from "zod";
import { iso } from "./fields";
import { sameInBoth } from "./shapes";

type Mail = { id: string; to: string; subject: string; text: string; createdAt: Date };

export const mailsReply = sameInBoth(
  z.strictObject({
    mails: z.array(
      z.strictObject({
        id: z.uuid(),
        to: z.string(),
        subject: z.string(),
        text: z.string(),
        createdAt: z.iso.datetime(),
      }),
    ),
  }),
  (mails: Mail[]) => ({
    mails: mails.map((mail) => ({ ...mail, createdAt: iso(mail.createdAt) })),
  }),
);
