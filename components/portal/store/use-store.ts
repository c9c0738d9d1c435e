import { useQuery } from "@tanstack/react-query";
import { readOptions } from "@/components/kit/api/read-options";

export const useStore = () => useQuery(readOptions(["store"], "/api/portal/store"));
