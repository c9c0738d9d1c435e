import type { ReactNode } from "react";

type Props = { icon: ReactNode; title: string; text: ReactNode; children?: ReactNode };

/** Nothing here yet: says what will be, and gives the one next step. */
export const EmptyState = ({ icon, title, text, children }: Props) => (
  <div className="grid justify-items-center gap-1 rounded-md border border-dashed border-control/60 px-6 py-12 text-center">
    <span className="mb-2 grid size-10 place-items-center rounded-md bg-hover text-muted [&_svg]:size-5">
      {icon}
    </span>
    <h2 className="text-lg font-semibold">{title}</h2>
    <div className="max-w-md text-muted">{text}</div>
    {children && (
      <div className="mt-4 flex w-full min-w-0 flex-col items-center gap-3">{children}</div>
    )}
  </div>
);
