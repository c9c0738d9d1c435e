import { DeviceParams, deviceReply } from "@/lib/contract/devices";
import { post } from "@/lib/http/endpoint";
import { revokeDevice } from "@/lib/till/devices";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "store:manage",
  params: DeviceParams,
  reply: deviceReply,
  handle: (ctx, { params }) => revokeDevice(ctx, { deviceId: params.id }),
});
