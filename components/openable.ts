"use client";

import { parseAsString, useQueryState } from "nuqs";
import { useEffect } from "react";

/**
 * A dialog of a page whose state stands in the address, as in `/cards?open=create`, while it is
 * open: it outlives a reload, and going back closes it. Who may not use it is shown the page alone.
 */
export function useOpenable(name: string, allowed: boolean) {
  const [shown, setShown] = useQueryState("open", parseAsString);
  const asked = shown === name;
  useEffect(() => {
    if (asked && !allowed) void setShown(null, { history: "replace" });
  }, [asked, allowed, setShown]);
  const setOpen = (open: boolean) =>
    void setShown(open ? name : null, { history: open ? "push" : "replace" });
  return [asked && allowed, setOpen] as const;
}
