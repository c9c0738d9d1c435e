import { ChevronLeft } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";

type Props = { title: ReactNode; purpose?: ReactNode; parent?: { href: string; label: string } };

/** Page title with its purpose and a back link. */
export const Heading = ({ title, purpose, parent }: Props) => (
  <div className="min-w-0">
    {parent && (
      <Link
        href={parent.href}
        className="-ml-1 inline-flex h-11 items-center gap-1 pr-3 text-muted hover:text-ink hover:underline"
      >
        <ChevronLeft className="size-4" aria-hidden />
        {parent.label}
      </Link>
    )}
    <h1 className="text-xl font-semibold tracking-tight break-words md:text-2xl">{title}</h1>
    {purpose && <div className="mt-1 text-muted">{purpose}</div>}
  </div>
);
