import { type ReactNode, useId } from "react";

type Props = {
  title: string;
  /** State chip next to the title. */
  state?: ReactNode;
  text: ReactNode;
  action?: ReactNode;
  children?: ReactNode;
};

export function Section({ title, state, text, action, children }: Props) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-md border bg-surface p-4 md:p-5"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="max-w-lg min-w-0 flex-1 basis-64">
          <h2 id={id} className="flex items-center gap-2 text-lg font-semibold">
            {title} {state}
          </h2>
          <div className="mt-1 text-muted">{text}</div>
        </div>
        {action && <div className="flex flex-wrap gap-2">{action}</div>}
      </div>
      {children}
    </section>
  );
}
