"use client";

import dynamic from "next/dynamic";
import { Skeleton } from "@/components/ui/states";

/** A line chart; what draws it is loaded by the pages that show one. */
export const Chart = dynamic(() => import("./line-chart"), {
  ssr: false,
  loading: () => <Skeleton className="h-65 w-full" />,
});
