import Link from "next/link";
import type { ReactNode } from "react";

export const TextLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <Link
    href={href}
    prefetch={false}
    className="font-medium text-accent-text underline-offset-4 hover:underline"
  >
    {children}
  </Link>
);
