"use client";

import { useQueryClient } from "@tanstack/react-query";

/** Reads again what a change of somebody's cards or credit has touched. */
export function useCustomerRefresh() {
  const queries = useQueryClient();
  return async () => {
    for (const queryKey of [["cards"], ["transactions"], ["store-credit"]]) {
      void queries.invalidateQueries({ queryKey });
    }
    await queries.invalidateQueries({ queryKey: ["customers"] });
  };
}
