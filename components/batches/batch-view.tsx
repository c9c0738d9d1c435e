"use client";

import Link from "next/link";
import { formatMoney } from "@/components/money";
import { number } from "@/components/numbers";
import { BatchOnPlatform } from "@/components/platform/batch-on-platform";
import { useMayWrite } from "@/components/session";
import type { BatchWithCards } from "@/components/types";
import { Button } from "@/components/ui/button";
import { Chip } from "@/components/ui/chip";
import { ErrorState } from "@/components/ui/error-state";
import { Fact, Facts } from "@/components/ui/facts";
import { PageHeader } from "@/components/ui/page-header";
import { Skeleton } from "@/components/ui/skeleton";
import { Time } from "@/components/ui/time";
import { cardTypeWords } from "../cards/words";
import { BatchActions } from "./batch-actions";
import { BatchCards } from "./batch-cards";
import { useBatch } from "./use-batch";
import { batchStates } from "./words";
import { Work } from "./work";

const parent = { href: "/batches", label: "Batches" };

/** One batch: how far work on it has come, what it is, its cards, what can be done with them. */
export function BatchView({ id }: { id: string }) {
  const batch = useBatch(id);
  if (batch.isError && !batch.data) {
    return (
      <>
        <PageHeader unnamed title="Batch" parent={parent} />
        <ErrorState error={batch.error} what="This batch" onRetry={() => void batch.refetch()}>
          <Button asChild>
            <Link href="/batches">All batches</Link>
          </Button>
        </ErrorState>
      </>
    );
  }
  if (!batch.data) return <BatchSkeleton />;
  return <KnownBatch batch={batch.data} />;
}

function KnownBatch({ batch }: { batch: BatchWithCards }) {
  const mayWrite = useMayWrite();
  const { word, tone } = batchStates[batch.status];
  return (
    <>
      <PageHeader
        parent={parent}
        title={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="wrap-anywhere">{batch.name}</span>
            <Chip tone={tone}>{word}</Chip>
          </span>
        }
        action={mayWrite && <BatchActions batch={batch} />}
      />
      <Work batch={batch} />
      <BatchFacts batch={batch} />
      <BatchOnPlatform batch={batch} />
      <BatchCards batch={batch} />
    </>
  );
}

function BatchFacts({ batch }: { batch: BatchWithCards }) {
  const { amountCents, currency, source } = batch;
  return (
    <section aria-label="About this batch" className="max-w-2xl">
      <Facts>
        <Fact name="Cards">
          <span className="tabular-nums">
            {number(batch.createdCards)}
            {batch.createdCards < batch.quantity && ` of ${number(batch.quantity)}`}
          </span>
        </Fact>
        <Fact name="On each card">
          {source === "import"
            ? "What the file said"
            : amountCents !== null && currency
              ? `${formatMoney(amountCents, currency)} once activated`
              : "Set at activation"}
        </Fact>
        <Fact name="Currency">{currency ?? "Several"}</Fact>
        <Fact name="Type">{cardTypeWords[batch.cardType]}</Fact>
        <Fact name={source === "import" ? "Imported" : "Created"}>
          <Time at={batch.createdAt} />
        </Fact>
      </Facts>
    </section>
  );
}

const BatchSkeleton = () => (
  <>
    <PageHeader unnamed title="Batch" parent={parent} />
    <div role="status" aria-label="Loading the batch" className="grid max-w-2xl gap-5">
      <Skeleton className="h-9 w-72" />
      <Skeleton className="h-4 w-full" />
      <Skeleton className="h-4 w-full" />
      <Skeleton className="h-4 w-full" />
    </div>
  </>
);
