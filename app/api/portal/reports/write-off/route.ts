import { WriteOffBody, writeOffReply } from "@/lib/api/contract/portal/reports";
import { post } from "@/lib/api/kernel/endpoint";
import { writeOff } from "@/lib/domain/reports/write-off";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "store:own",
  body: WriteOffBody,
  reply: writeOffReply,
  handle: (ctx, { body }) => writeOff(ctx, body),
});
