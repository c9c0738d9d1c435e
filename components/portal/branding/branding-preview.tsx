import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useSession } from "@/components/kit/api/session";
import type { Branding } from "@/components/kit/api/types";
import { CardDrawing } from "@/components/kit/cards/card-drawing";
import { formatMoney } from "@/components/kit/money/money";
import { cardColors } from "@/components/kit/store/brand";
import { StoreContact } from "@/components/kit/store/store-contact";
import { StoreLogo, StoreName } from "@/components/kit/store/store-logo";
import { cx } from "@/components/kit/ui/cx";
import { Section } from "@/components/kit/ui/section";
import { isPale } from "@/lib/domain/stores/brand-color";

const sampleCents = 5_000;

/** A gift card, the balance page and an email with this branding. Nothing in it can be used. */
export function BrandingPreview({ branding }: { branding: Branding }) {
  const t = useTranslations("branding");
  const tc = useTranslations("common");
  const { currency } = useSession().merchant;
  return (
    <Section title={t("preview.title")}>
      <div inert className="grid gap-5">
        <Sample label={t("preview.card")}>
          <CardDrawing
            storeName={branding.name}
            brand={branding}
            code="•••• •••• •••• 7K2M"
            amountCents={sampleCents}
            currency={currency}
            word={tc("card.status.active")}
            active
          />
        </Sample>
        <Sample label={t("preview.balancePage")}>
          <div className="overflow-hidden rounded-lg border bg-canvas">
            <div className="flex h-14 items-center border-b bg-surface px-4">
              <StoreName store={branding} />
            </div>
            <div className="grid gap-4 p-4">
              <p className="text-xl font-semibold tracking-tight">{t("preview.checkBalance")}</p>
              <StoreContact store={branding} />
            </div>
          </div>
        </Sample>
        <Sample label={t("preview.email")}>
          <EmailSample branding={branding} amount={formatMoney(sampleCents, currency)} />
        </Sample>
      </div>
    </Section>
  );
}

const Sample = ({ label, children }: { label: string; children: ReactNode }) => (
  <figure className="grid max-w-md gap-2">
    <figcaption className="text-sm text-muted">{label}</figcaption>
    {children}
  </figure>
);

/** An email as customers get it, which is light in both themes. */
function EmailSample({ branding, amount }: { branding: Branding; amount: string }) {
  const t = useTranslations("branding");
  const tc = useTranslations("common");
  const { name, logoUrl, senderName, supportEmail, supportPhone, termsUrl } = branding;
  const contacts = [supportEmail, supportPhone].filter((contact) => contact !== null);
  return (
    <div className="overflow-hidden rounded-lg border bg-paper text-print">
      <div className="border-b border-print/15 px-4 py-2.5 text-sm">
        <p className="truncate">{t("preview.from", { sender: senderName ?? name })}</p>
        {supportEmail && (
          <p className="truncate">{t("preview.replyTo", { email: supportEmail })}</p>
        )}
      </div>
      <div className="grid gap-4 p-4">
        {logoUrl ? (
          <StoreLogo url={logoUrl} alt={name} className="h-10 justify-self-start" />
        ) : (
          <p className="font-semibold">{name}</p>
        )}
        <p>{t("preview.received", { amount, store: name })}</p>
        <EmailButton color={branding.brandColor} label={t("preview.open")} />
        <div className="grid gap-1 border-t border-print/15 pt-4 text-sm wrap-anywhere">
          {contacts.length > 0 && (
            <p>
              {tc("store.contact", { store: name })} {contacts.join(" · ")}
            </p>
          )}
          {termsUrl && <p className="underline underline-offset-4">{tc("store.terms")}</p>}
        </div>
      </div>
    </div>
  );
}

const EmailButton = ({ color, label }: { color: string | null; label: string }) => (
  <span
    style={cardColors(color)}
    className={cx(
      "justify-self-start rounded-md bg-card-from px-4 py-2.5 font-semibold text-card-ink",
      color && isPale(color) && "border border-print",
    )}
  >
    {label}
  </span>
);
