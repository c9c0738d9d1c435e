import { useTranslations } from "next-intl";
import type { Branding } from "@/components/kit/api/types";
import { StoreLogo } from "@/components/kit/store/store-logo";
import { Fact, Facts } from "@/components/kit/ui/facts";
import { Notice } from "@/components/kit/ui/notice";
import { BrandingPreview } from "./branding-preview";
import { BrandingColumns } from "./columns";

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
