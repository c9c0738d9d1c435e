import { demoReceiver } from "@/lib/api/kernel/demo-receiver";
import { resource } from "@/lib/api/kernel/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({ POST: demoReceiver });
