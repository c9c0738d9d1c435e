import { CreateDeviceBody, devicesReply, deviceWithCodeReply } from "@/lib/contract/devices";
import { endpoint, resource } from "@/lib/http/endpoint";
import { createDevice, listDevices } from "@/lib/till/devices";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: endpoint({
    scope: "store:read",
    reply: devicesReply,
    handle: listDevices,
  }),
  POST: endpoint({
    scope: "store:manage",
    body: CreateDeviceBody,
    status: 201,
    reply: deviceWithCodeReply,
    handle: (ctx, { body }) => createDevice(ctx, body),
  }),
});
