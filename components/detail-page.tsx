import Link from "next/link";
import type { ComponentProps, ReactNode } from "react";
import { Button } from "./ui/button";
import { PageHeader } from "./ui/page-header";
import { Loaded, Skeletons } from "./ui/states";

type Props<Data> = Omit<ComponentProps<typeof Loaded<Data>>, "what" | "onError" | "loading"> & {
  /** The page's title until the data is there, such as "Card". */
  title: string;
  /** The page that lists all of these. */
  parent: { href: string; label: string };
  loading?: ReactNode;
};

/** The page of one record. If it can't be loaded, a link leads back to the list. */
export const DetailPage = <Data,>({ title, parent, loading, ...page }: Props<Data>) => (
  <>
    {page.query.data === undefined && <PageHeader unnamed title={title} parent={parent} />}
    <Loaded
      {...page}
      what={`This ${title.toLowerCase()}`}
      loading={
        loading ?? (
          <Skeletons
            label={`Loading the ${title.toLowerCase()}`}
            bars={["h-9 w-72", "h-4 w-full", "h-4 w-full", "h-4 w-full", "h-4 w-full"]}
            className="grid max-w-2xl gap-5"
          />
        )
      }
      onError={
        <Button asChild>
          <Link href={parent.href}>All {parent.label.toLowerCase()}</Link>
        </Button>
      }
    />
  </>
);
