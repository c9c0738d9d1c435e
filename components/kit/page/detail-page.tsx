import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ComponentProps, ReactNode } from "react";
import { lastAddressOf } from "@/components/kit/list/last-address";
import { Button } from "@/components/kit/ui/button";
import { PageHeader } from "@/components/kit/ui/page-header";
import { Loaded, Skeletons } from "@/components/kit/ui/states";

type Props<Data> = Omit<ComponentProps<typeof Loaded<Data>>, "onError" | "loading"> & {
  /** The page's title until the data is there, such as "Card". */
  title: string;
  /** The page that lists all of these. */
  parent: { href: string; label: string };
  loading?: ReactNode;
};

/** The page of one record. If it can't be loaded, a link leads back to the list. */
export function DetailPage<Data>({ title, parent, loading, ...page }: Props<Data>) {
  const t = useTranslations("common");
  return (
    <>
      {page.query.data === undefined && <PageHeader unnamed title={title} parent={parent} />}
      <Loaded
        {...page}
        loading={
          loading ?? (
            <Skeletons
              bars={["h-9 w-72", "h-4 w-full", "h-4 w-full", "h-4 w-full", "h-4 w-full"]}
              className="grid max-w-2xl gap-5"
            />
          )
        }
        onError={
          <Button asChild>
            <Link href={lastAddressOf(parent.href)}>{t("navigation.toList")}</Link>
          </Button>
        }
      />
    </>
  );
}
