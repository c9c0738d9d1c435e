"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { url } from "@/components/api";
import { CardOnPlatform } from "@/components/platform/card-on-platform";
import { read } from "@/components/queries";
import type { Card } from "@/components/types";
import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import { PageHeader } from "@/components/ui/page-header";
import { Skeleton } from "@/components/ui/skeleton";
import { CardActions } from "./card-actions";
import { CardCode } from "./card-code";
import { CardEnding } from "./card-ending";
import { CardFacts } from "./card-facts";
import { CardNotice } from "./card-notice";
import { History } from "./history";
import { lastFour } from "./words";

const parent = { href: "/cards", label: "Cards" };

/** One card: drawn, its facts, what can be done, what happened. */
export function CardView({ uuid }: { uuid: string }) {
  const card = useQuery(read(["card", uuid], url("/api/v1/cards/{uuid}", { uuid })));

  if (card.isError && !card.data) {
    return (
      <>
        <PageHeader unnamed title="Card" parent={parent} />
        <ErrorState error={card.error} what="This card" onRetry={() => void card.refetch()}>
          <Button asChild>
            <Link href="/cards">All cards</Link>
          </Button>
        </ErrorState>
      </>
    );
  }
  if (!card.data) return <CardSkeleton />;
  return <KnownCard card={card.data} />;
}

function KnownCard({ card }: { card: Card }) {
  return (
    <>
      <PageHeader
        parent={parent}
        title={
          <span className="font-mono">
            <CardEnding last4={lastFour(card.code)} />
          </span>
        }
      />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,22rem)_minmax(0,1fr)] lg:gap-10">
        <div className="order-1">
          <CardCode card={card} />
        </div>
        <div className="order-3 lg:order-2">
          <CardFacts card={card} />
        </div>
        <div className="order-2 grid gap-6 lg:order-3 lg:col-span-2">
          <CardNotice card={card} />
          <CardActions card={card} />
          <CardOnPlatform card={card} />
        </div>
      </div>
      <History card={card} />
    </>
  );
}

const CardSkeleton = () => (
  <>
    <PageHeader unnamed title="Card" parent={parent} />
    <div
      role="status"
      aria-label="Loading the card"
      className="grid items-start gap-6 lg:grid-cols-[minmax(0,22rem)_minmax(0,1fr)] lg:gap-10"
    >
      <Skeleton className="aspect-[1.586] w-full max-w-sm rounded-lg" />
      <div className="grid gap-5">
        <Skeleton className="h-4 w-full" />
        <Skeleton className="h-4 w-full" />
        <Skeleton className="h-4 w-full" />
        <Skeleton className="h-4 w-full" />
        <Skeleton className="h-4 w-full" />
      </div>
    </div>
  </>
);
