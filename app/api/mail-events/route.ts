import { resource } from "@/lib/http/endpoint";
import { mailEvent } from "@/lib/http/mail-events";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({ POST: mailEvent });
