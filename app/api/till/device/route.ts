import { tillDeviceReply } from "@/lib/api/contract/till/till";
import { get } from "@/lib/api/kernel/endpoint";
import { readDevice } from "@/lib/domain/till/sessions";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  scope: "till:device",
  reply: tillDeviceReply,
  handle: readDevice,
});
