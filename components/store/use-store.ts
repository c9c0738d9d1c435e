"use client";

import { useQuery } from "@tanstack/react-query";
import { get } from "@/components/api";
import type { Store } from "@/components/types";

/** The settings of the store that is open. */
export const useStore = () =>
  useQuery({
    queryKey: ["store"],
    queryFn: ({ signal }) => get<Store>("/api/portal/store", undefined, signal),
  });
