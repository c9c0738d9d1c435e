import { tillDeviceReply } from "@/lib/contract/till";
import { get } from "@/lib/http/endpoint";
import { readDevice } from "@/lib/till/sessions";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  scope: "till:device",
  reply: tillDeviceReply,
  handle: readDevice,
});
