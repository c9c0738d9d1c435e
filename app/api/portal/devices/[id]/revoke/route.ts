import { DeviceParams, deviceReply } from "@/lib/api/contract/portal/devices";
import { post } from "@/lib/api/kernel/endpoint";
import { revokeDevice } from "@/lib/domain/till/devices";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "store:manage",
  params: DeviceParams,
  reply: deviceReply,
  handle: (ctx, { params }) => revokeDevice(ctx, { deviceId: params.id }),
});
