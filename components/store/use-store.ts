"use client";

import { useQuery } from "@tanstack/react-query";
import { read } from "@/components/queries";

/** The settings of the store that is open. */
export const useStore = () => useQuery(read(["store"], "/api/portal/store"));
