import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { readOptions } from "@/components/kit/api/read-options";
import type { Branding } from "@/components/kit/api/types";
import { toast } from "@/components/kit/page/toast";

export const useBranding = () => useQuery(readOptions(["branding"], "/api/portal/branding"));

/** Shows saved branding: on this page, and on the pages that get it from the server. */
export function useShowSaved() {
  const router = useRouter();
  const queries = useQueryClient();
  return (saved: Branding, message: string) => {
    queries.setQueryData(["branding"], saved);
    router.refresh();
    toast(message);
  };
}
