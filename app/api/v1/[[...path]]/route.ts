import { unknownResource } from "@/lib/http/resource";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = unknownResource();
