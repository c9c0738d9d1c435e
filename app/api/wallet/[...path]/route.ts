import { serve } from "@/lib/api/kernel/serve";
import { operations } from "../operations";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = serve(operations);
