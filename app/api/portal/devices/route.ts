import {
  CreateDeviceBody,
  devicesReply,
  deviceWithCodeReply,
} from "@/lib/api/contract/portal/devices";
import { endpoint, resource } from "@/lib/api/kernel/endpoint";
import { createDevice, listDevices } from "@/lib/domain/till/devices";

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
