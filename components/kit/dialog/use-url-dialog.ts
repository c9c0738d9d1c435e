import { useQueryState } from "nuqs";
import { parseAsString } from "nuqs/server";
import { useEffect } from "react";

/**
 * Open state of a page's dialog, kept in the URL (`/cards?open=create`), so it survives a reload
 * and the back button closes it. Stays closed if `allowed` is false.
 */
export function useUrlDialog(name: string, allowed: boolean) {
  const [openName, setOpenName] = useQueryState("open", parseAsString);
  const inUrl = openName === name;
  useEffect(() => {
    if (inUrl && !allowed) void setOpenName(null, { history: "replace" });
  }, [inUrl, allowed, setOpenName]);
  const setOpen = (open: boolean) =>
    void setOpenName(open ? name : null, { history: open ? "push" : "replace" });
  return [inUrl && allowed, setOpen] as const;
}
