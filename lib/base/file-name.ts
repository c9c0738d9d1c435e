import { dateIn } from "@/lib/base/time/time-zone";

// What some system doesn't allow in a file's name, and what nobody sees.
const UNSAFE = /[\s\p{C}\\/:*?"<>|%]+/gu;
// Most systems allow 255 bytes.
const MAX_PART_CHARS = 40;

const safePart = (text: string): string =>
  [...text.replace(UNSAFE, " ").replace(/^[. ]+/, "")].slice(0, MAX_PART_CHARS).join("").trim();

type Store = { name: string; timeZone: string };

/** A file's name without its extension: store, content and the store's date, as "Juniper Books - cards - 2026-11-29". */
export function fileNameOf({ name, timeZone }: Store, content: string): string {
  const parts = [name, content].map(safePart).filter(Boolean);
  return [...parts, dateIn(new Date(), timeZone)].join(" - ");
}

/** The Content-Disposition of a file to save, with its name in ASCII (RFC 6266) and in any script (RFC 8187). */
export function attachment(fileName: string): string {
  const ascii = fileName.replace(/[^ -~]|["\\%]/gu, "_");
  const encoded = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
