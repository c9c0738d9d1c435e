import { SearchX } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { EmptyState } from "./ui/states";

/** Content of a 404 page, with one link onward. */
export function NoSuchPage({ href, label }: { href: string; label: string }) {
  const t = useTranslations("common.notFound");
  return (
    <>
      <h1 className="sr-only">{t("heading")}</h1>
      <EmptyState icon={<SearchX aria-hidden />} title={t("title")} text={t("text")}>
        <Button asChild variant="primary">
          <Link href={href}>{label}</Link>
        </Button>
      </EmptyState>
    </>
  );
}
