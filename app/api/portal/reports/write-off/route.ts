import { WriteOffBody, writeOffReply } from "@/lib/contract/reports";
import { endpoint, resource } from "@/lib/http/endpoint";
import { writeOff } from "@/lib/reports/write-off";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: endpoint({
    summary: "Write off what is left on expired cards as breakage.",
    scope: "store:own",
    body: WriteOffBody,
    reply: writeOffReply,
    handle: (ctx, { body }) => writeOff(ctx, body),
  }),
});
