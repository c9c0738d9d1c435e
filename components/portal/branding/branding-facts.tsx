import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { Branding } from "@/components/kit/api/types";
import { StoreLogo } from "@/components/kit/store/store-logo";
import { Fact, Facts } from "@/components/kit/ui/facts";
import { Notice } from "@/components/kit/ui/notice";
import { BrandingPreview } from "./branding-preview";

/** The branding for people who can't change it. */
export function BrandingFacts({ branding }: { branding: Branding }) {
  const t = useTranslations("branding");
  const { name, brandColor, logoUrl, senderName, supportEmail, supportPhone, termsUrl } = branding;
  return (
    <BrandingColumns preview={<BrandingPreview branding={branding} />}>
      <Notice tone="info">{t("noAccess")}</Notice>
      <Facts>
        <Fact name={t("logo.label")}>
          {logoUrl ? <StoreLogo url={logoUrl} alt={t("logo.alt")} /> : t("none")}
        </Fact>
        <Fact name={t("color.label")}>
          {brandColor ? <span className="font-mono text-sm">{brandColor}</span> : t("default")}
        </Fact>
        <Fact name={t("senderName.label")}>{senderName ?? name}</Fact>
        <Fact name={t("supportEmail.label")}>{supportEmail ?? t("none")}</Fact>
        <Fact name={t("supportPhone.label")}>{supportPhone ?? t("none")}</Fact>
        <Fact name={t("terms.label")}>{termsUrl ?? t("none")}</Fact>
      </Facts>
    </BrandingColumns>
  );
}

type Props = { preview: ReactNode; children: ReactNode };

/** The settings, with a preview next to them on wide screens and below them on narrow ones. */
export const BrandingColumns = ({ preview, children }: Props) => (
  <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 xl:grid-cols-[minmax(0,640px)_minmax(0,1fr)]">
    <div className="grid max-w-[640px] min-w-0 gap-6">{children}</div>
    <div className="xl:sticky xl:top-6">{preview}</div>
  </div>
);
