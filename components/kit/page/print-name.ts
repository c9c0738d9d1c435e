import { useEffect } from "react";
import { fileNameOf } from "@/lib/base/file-name";

/** Names what is printed to a file by store, page and date: browsers take the page's title. */
export function usePrintName({ name, timeZone }: Parameters<typeof fileNameOf>[0]): void {
  useEffect(() => {
    let { title } = document;
    const begin = () => {
      title = document.title;
      document.title = fileNameOf({ name, timeZone }, title.split(" · ", 1)[0] ?? "");
    };
    const end = () => {
      document.title = title;
    };
    window.addEventListener("beforeprint", begin);
    window.addEventListener("afterprint", end);
    return () => {
      window.removeEventListener("beforeprint", begin);
      window.removeEventListener("afterprint", end);
    };
  }, [name, timeZone]);
}
