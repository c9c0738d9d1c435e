import { resource } from "@/lib/api/kernel/endpoint";
import { serveLogo } from "@/lib/api/kernel/store-logo";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({ GET: serveLogo });
