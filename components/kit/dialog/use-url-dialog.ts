import { parseAsString, useQueryState } from "nuqs";
import { useEffect } from "react";

/**
 * Open state of a page's dialog, kept in the URL (`/cards?open=create`), so it survives a reload
 * and the back button closes it. Stays closed if `allowed` is false.
 */
export function useUrlDialog(name: string, allowed: boolean) {
  const [shown, setShown] = useQueryState("open", parseAsString);
  const asked = shown === name;
  useEffect(() => {
    if (asked && !allowed) void setShown(null, { history: "replace" });
  }, [asked, allowed, setShown]);
  const setOpen = (open: boolean) =>
    void setShown(open ? name : null, { history: open ? "push" : "replace" });
  return [asked && allowed, setOpen] as const;
}
