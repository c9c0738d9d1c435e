import { SearchX } from "lucide-react";
import Link from "next/link";
import { Button } from "@/components/ui/button";
import { EmptyState } from "./ui/states";

/** Content of a 404 page, with one link onward. */
export const NoSuchPage = ({ href, label }: { href: string; label: string }) => (
  <>
    <h1 className="sr-only">Page not found</h1>
    <EmptyState
      icon={<SearchX aria-hidden />}
      title="There is no such page"
      text="The address may be mistyped, or the page has moved."
    >
      <Button asChild variant="primary">
        <Link href={href}>{label}</Link>
      </Button>
    </EmptyState>
  </>
);
