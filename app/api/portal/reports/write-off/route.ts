import { WriteOffBody, writeOffReply } from "@/lib/contract/reports";
import { post } from "@/lib/http/endpoint";
import { writeOff } from "@/lib/reports/write-off";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "store:own",
  body: WriteOffBody,
  reply: writeOffReply,
  handle: (ctx, { body }) => writeOff(ctx, body),
});
