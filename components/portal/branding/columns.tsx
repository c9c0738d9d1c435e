import type { ReactNode } from "react";

type Props = { preview: ReactNode; children: ReactNode };

/** The settings, with a preview next to them on wide screens and below them on narrow ones. */
export const BrandingColumns = ({ preview, children }: Props) => (
  <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 xl:grid-cols-[minmax(0,640px)_minmax(0,1fr)]">
    <div className="grid max-w-[640px] min-w-0 gap-6">{children}</div>
    <div className="xl:sticky xl:top-6">{preview}</div>
  </div>
);
