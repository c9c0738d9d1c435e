import {
  DeviceParams,
  deviceWithCodeReply,
  PairingCodeBody,
} from "@/lib/api/contract/portal/devices";
import { post } from "@/lib/api/kernel/endpoint";
import { createPairingCode } from "@/lib/domain/till/devices";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "store:manage",
  params: DeviceParams,
  body: PairingCodeBody,
  status: 201,
  reply: deviceWithCodeReply,
  handle: (ctx, { params, body }) => createPairingCode(ctx, { deviceId: params.id, ...body }),
});
