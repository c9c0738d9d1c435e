"use client";

import Link from "next/link";
import { useSearchParams } from "next/navigation";
import { cx } from "@/components/ui/cx";

type Props = {
  label: string;
  /** Of the parameter in the address. */
  name: string;
  value: string;
  options: { value: string; label: string }[];
};

/** One choice of few that stands in the address: links, so that it needs no script. */
export function Switch({ label, name, value, options }: Props) {
  const given = useSearchParams();
  const hrefOf = (chosen: string) => {
    const next = new URLSearchParams(given);
    next.set(name, chosen);
    return `?${next}`;
  };
  return (
    <nav aria-label={label} className="flex gap-1 rounded-md bg-hover p-1 print:hidden">
      {options.map((option) => (
        <Link
          key={option.value}
          href={hrefOf(option.value)}
          replace
          scroll={false}
          prefetch={false}
          aria-current={option.value === value ? "true" : undefined}
          className={cx(
            "grid h-10 flex-1 place-items-center rounded-sm px-3 text-sm font-medium md:h-8",
            option.value === value ? "bg-surface text-ink" : "text-muted hover:text-ink",
          )}
        >
          {option.label}
        </Link>
      ))}
    </nav>
  );
}
