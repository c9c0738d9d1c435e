import { useQuery } from "@tanstack/react-query";
import { readOptions } from "@/components/kit/api/queries";

export const useStore = () => useQuery(readOptions(["store"], "/api/portal/store"));
