import { SearchX } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { Button } from "@/components/kit/ui/button";
import { EmptyState } from "@/components/kit/ui/states";

type Props = { href?: string; label?: string };

/** Content of a 404 page, with one link onward if the area has a start page. */
export function NoSuchPage({ href, label }: Props) {
  const t = useTranslations("common.notFound");
  return (
    <>
      <h1 className="sr-only">{t("heading")}</h1>
      <EmptyState icon={<SearchX aria-hidden />} title={t("title")} text={t("text")}>
        {href && (
          <Button asChild variant="primary">
            <Link href={href}>{label}</Link>
          </Button>
        )}
      </EmptyState>
    </>
  );
}
