import { resource } from "@/lib/api/kernel/endpoint";
import { mailEvent } from "@/lib/api/kernel/mail-events";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({ POST: mailEvent });
