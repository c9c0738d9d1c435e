"use client";

import { ShoppingBag } from "lucide-react";
import Link from "next/link";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Notice } from "@/components/ui/notice";
import { TableSkeleton } from "@/components/ui/skeleton";
import { TextLink } from "@/components/ui/text-link";
import { Comparison } from "./comparison";
import { Differences } from "./differences";
import { usePlatform } from "./use-platform";

/** Where the online shop and the ledger disagree, why, and what settles it. */
export function ReconciliationTab() {
  const platform = usePlatform();
  if (platform.isError && platform.data === undefined) {
    const retry = () => void platform.refetch();
    return <ErrorState error={platform.error} what="The comparison" onRetry={retry} />;
  }
  if (platform.data === undefined) return <TableSkeleton label="Loading the comparison" />;
  if (platform.data === null) {
    return (
      <EmptyState
        icon={<ShoppingBag aria-hidden />}
        title="No online shop is connected"
        text="Once there is one, its gift cards are compared with your cards every day, and each difference stands here with its cause."
      >
        <Button asChild>
          <Link href="/settings/integrations">Go to integrations</Link>
        </Button>
      </EmptyState>
    );
  }
  return (
    <section aria-label="Reconciliation" className="grid min-w-0 gap-4">
      <Comparison platform={platform.data} />
      {platform.data.status === "failing" && (
        <Notice tone="danger">
          {platform.data.name} refuses every request, so this may be out of date. See{" "}
          <TextLink href="/settings/integrations">Integrations</TextLink>.
        </Notice>
      )}
      <Differences platform={platform.data} />
    </section>
  );
}
