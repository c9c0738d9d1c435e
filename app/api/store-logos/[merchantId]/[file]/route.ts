import { resource } from "@/lib/http/endpoint";
import { serveLogo } from "@/lib/http/store-logo";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({ GET: serveLogo });
