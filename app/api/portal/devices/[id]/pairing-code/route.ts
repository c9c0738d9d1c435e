import { DeviceParams, deviceWithCodeReply, PairingCodeBody } from "@/lib/contract/devices";
import { post } from "@/lib/http/endpoint";
import { createPairingCode } from "@/lib/till/devices";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "store:manage",
  params: DeviceParams,
  body: PairingCodeBody,
  status: 201,
  reply: deviceWithCodeReply,
  handle: (ctx, { params, body }) => createPairingCode(ctx, { deviceId: params.id, ...body }),
});
