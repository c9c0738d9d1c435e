import { PageHeader } from "@/components/ui/page-header";
import { Skeleton } from "@/components/ui/states";

/** Loading placeholder for the overview. */
export const OverviewSkeleton = () => (
  <>
    <PageHeader title="Overview" />
    <div role="status" aria-label="Loading the overview" className="grid gap-6">
      <div className="grid gap-2">
        <Skeleton className="h-4 w-32" />
        <Skeleton className="h-9 w-56" />
      </div>
      <div className="h-88 rounded-md border bg-surface p-4">
        <Skeleton className="h-5 w-48" />
        <Skeleton className="mt-6 h-65 w-full" />
      </div>
      <div className="grid gap-6 lg:grid-cols-3">
        {["cards", "webhooks", "books"].map((panel) => (
          <div key={panel} className="h-40 rounded-md border bg-surface p-4">
            <Skeleton className="h-5 w-32" />
            <Skeleton className="mt-4 h-4 w-48" />
            <Skeleton className="mt-2 h-4 w-40" />
          </div>
        ))}
      </div>
    </div>
  </>
);
