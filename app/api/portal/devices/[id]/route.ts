import { ChangeDeviceBody, DeviceParams, deviceReply } from "@/lib/api/contract/portal/devices";
import { endpoint, resource } from "@/lib/api/kernel/endpoint";
import { changeDevice } from "@/lib/domain/till/devices";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  PATCH: endpoint({
    scope: "store:manage",
    params: DeviceParams,
    body: ChangeDeviceBody,
    reply: deviceReply,
    handle: (ctx, { params, body }) => changeDevice(ctx, { deviceId: params.id, ...body }),
  }),
});
