import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "@/components/ui/cx";

type Props = {
  number: number;
  title: string;
  state: "done" | "current" | "later";
  children: ReactNode;
};

/** One numbered step of a guide. */
export const Step = ({ number, title, state, children }: Props) => (
  <li
    aria-current={state === "current" ? "step" : undefined}
    className="relative grid grid-cols-[1.75rem_minmax(0,1fr)] gap-x-3 pb-6 last:pb-0 not-last:before:absolute not-last:before:top-8 not-last:before:bottom-1 not-last:before:left-3.5 not-last:before:w-px not-last:before:bg-line"
  >
    <span
      className={cx(
        "grid size-7 place-items-center rounded-full border text-sm font-semibold tabular-nums",
        state === "done" && "border-positive-line bg-positive-tint text-positive",
        state === "current" && "border-accent bg-accent text-accent-ink",
        state === "later" && "border-control/60 bg-surface text-muted",
      )}
      aria-hidden
    >
      {state === "done" ? <Check className="size-4" strokeWidth={2.5} /> : number}
    </span>
    <div className="grid gap-2 pt-0.5">
      <h3 className="font-semibold">
        <span className="sr-only">
          Step {number}
          {state === "done" && ", done"}:{" "}
        </span>
        {title}
      </h3>
      {children}
    </div>
  </li>
);
