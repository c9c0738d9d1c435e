import { unknownResource } from "@/lib/api/kernel/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = unknownResource();
