import type { ReactNode } from "react";

type Props = { icon: ReactNode; title: string; text?: string; children?: ReactNode };

/** A screen that says one thing and offers the way out. */
export const NoticeScreen = ({ icon, title, text, children }: Props) => (
  <div className="mx-auto grid w-full max-w-md justify-items-center gap-2 py-10 text-center">
    <span className="mb-2 grid size-14 place-items-center rounded-lg bg-hover text-muted [&_svg]:size-7">
      {icon}
    </span>
    <h1 className="text-xl font-semibold">{title}</h1>
    {text && <p className="text-lg text-muted">{text}</p>}
    {children && <div className="mt-4 grid w-full gap-3">{children}</div>}
  </div>
);
