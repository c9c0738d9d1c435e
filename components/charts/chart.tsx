"use client";

import dynamic from "next/dynamic";
import { Skeleton } from "@/components/ui/states";

/** A line chart, lazy-loaded. */
export const Chart = dynamic(() => import("./line-chart"), {
  ssr: false,
  loading: () => <Skeleton className="h-65 w-full" />,
});
