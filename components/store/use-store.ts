"use client";

import { useQuery } from "@tanstack/react-query";
import { read } from "@/components/queries";

export const useStore = () => useQuery(read(["store"], "/api/portal/store"));
