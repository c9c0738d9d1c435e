"use client";

import Link from "next/link";
import { toast } from "sonner";

/** Says what the person's action did, with the way to what came of it. */
export function toastWithLink(message: string, href: string, label: string): void {
  const id = toast(message, {
    action: (
      <Link
        href={href}
        onClick={() => toast.dismiss(id)}
        className="-my-1 shrink-0 rounded-sm px-2 py-1 font-medium underline underline-offset-4 hover:no-underline focus-visible:outline-canvas"
      >
        {label}
      </Link>
    ),
  });
}
