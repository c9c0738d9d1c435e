import { SearchX } from "lucide-react";
import Link from "next/link";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";

export default function NotFound() {
  return (
    <main className="mx-auto max-w-lg px-4 py-24">
      <h1 className="sr-only">Page not found</h1>
      <EmptyState
        icon={<SearchX aria-hidden />}
        title="There is no such page"
        text="The address may be mistyped, or the page has moved."
      >
        <Button asChild variant="primary">
          <Link href="/cards">Go to cards</Link>
        </Button>
      </EmptyState>
    </main>
  );
}
