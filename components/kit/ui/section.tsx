import { type ReactNode, useId } from "react";
import { cx } from "./cx";

type Props = { title: string; className?: string; children: ReactNode };

export function Section({ title, className, children }: Props) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className={cx("grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3", className)}
    >
      <h2 id={id} className="text-lg font-semibold">
        {title}
      </h2>
      {children}
    </section>
  );
}

type BlockProps = {
  title: string;
  /** A link or button next to the title. */
  action?: ReactNode;
  className?: string;
  children: ReactNode;
};

/** A bordered panel with a heading. */
export function Block({ title, action, className, children }: BlockProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className={cx("grid min-w-0 content-start gap-3 rounded-md border bg-surface p-4", className)}
    >
      <header className="flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 id={id} className="text-base font-semibold">
          {title}
        </h2>
        {action}
      </header>
      {children}
    </section>
  );
}
