"use client";

import { FlaskConical } from "lucide-react";
import type { ReactNode } from "react";
import { useIsTest } from "@/components/session";
import { PageHeader } from "@/components/ui/page-header";
import { EmptyState } from "@/components/ui/states";

type Props = { title: string; text: string; children: ReactNode };

/** A page that test mode doesn't have, with the reason there. */
export function LiveOnly({ title, text, children }: Props) {
  if (!useIsTest()) return children;
  return (
    <>
      <PageHeader title={title} />
      <EmptyState
        icon={<FlaskConical aria-hidden />}
        title="Not available in test mode"
        text={text}
      />
    </>
  );
}
