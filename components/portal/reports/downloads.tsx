import { useTranslations } from "next-intl";
import { DownloadLink } from "@/components/kit/page/download-link";
import { Button } from "@/components/kit/ui/button";

type Props = {
  /** The report's file, without `format`. */
  href: string;
  /** Why nothing can be downloaded now shows elsewhere. */
  disabled?: boolean;
};

/** Downloads a report as CSV or PDF. */
export function Downloads({ href, disabled }: Props) {
  const t = useTranslations("reports");
  return (
    <div className="flex flex-wrap gap-2">
      {(["csv", "pdf"] as const).map((format) =>
        disabled ? (
          <Button key={format} disabled>
            {t(`downloads.${format}`)}
          </Button>
        ) : (
          <DownloadLink key={format} href={withFormat(href, format)}>
            {t(`downloads.${format}`)}
          </DownloadLink>
        ),
      )}
    </div>
  );
}

export const withFormat = (href: string, format: "csv" | "pdf"): string =>
  `${href}${href.includes("?") ? "&" : "?"}format=${format}`;
