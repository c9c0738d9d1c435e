import { cx } from "@/components/ui/cx";

const tones: Record<string, string> = {
  GET: "text-info",
  POST: "text-positive",
  PATCH: "text-attention",
  DELETE: "text-danger",
};

/** The verb of a request, in the same width everywhere. */
export const Method = ({ name }: { name: string }) => (
  <span className={cx("w-12 shrink-0 font-mono text-xs font-semibold", tones[name])}>
    {name === "DELETE" ? "DEL" : name}
  </span>
);
