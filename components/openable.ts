"use client";

import { parseAsString, useQueryState } from "nuqs";
import { useEffect, useState } from "react";

/**
 * A dialog of a page that an address can ask for, as in `/cards?open=create`. The address forgets
 * it at once, so that neither reloading nor going back opens it again.
 */
export function useOpenable(name: string, allowed: boolean) {
  const [asked, setAsked] = useQueryState("open", parseAsString);
  const [open, setOpen] = useState(false);
  useEffect(() => {
    if (asked !== name) return;
    if (allowed) setOpen(true);
    void setAsked(null, { history: "replace" });
  }, [asked, name, allowed, setAsked]);
  return [open, setOpen] as const;
}
