import { unknownResource } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = unknownResource();
