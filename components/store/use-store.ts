"use client";

import { useQuery } from "@tanstack/react-query";
import { read } from "@/components/queries";

/** Settings of the current store. */
export const useStore = () => useQuery(read(["store"], "/api/portal/store"));
