import { useTranslations } from "next-intl";
import { phoneUrl } from "@/lib/base/text";

type Props = {
  store: {
    name: string;
    supportEmail: string | null;
    supportPhone: string | null;
    termsUrl: string | null;
  };
};

/** How customers reach the store, and its terms. Renders nothing if the store has given none. */
export function StoreContact({ store }: Props) {
  const t = useTranslations("common");
  const { name, supportEmail, supportPhone, termsUrl } = store;
  const links = [
    ...(supportEmail ? [{ text: supportEmail, href: `mailto:${supportEmail}` }] : []),
    ...(supportPhone ? [{ text: supportPhone, href: phoneUrl(supportPhone) }] : []),
    ...(termsUrl ? [{ text: t("store.terms"), href: termsUrl }] : []),
  ];
  if (links.length === 0) return null;
  return (
    <address className="border-t pt-4 text-muted not-italic">
      {(supportEmail || supportPhone) && (
        <p className="wrap-anywhere">{t("store.contact", { store: name })}</p>
      )}
      <ul className="flex flex-wrap gap-x-4">
        {links.map(({ text, href }) => (
          <li key={href}>
            <a
              href={href}
              rel="noreferrer"
              className="inline-flex min-h-11 items-center font-medium wrap-anywhere text-accent-text underline underline-offset-4"
            >
              {text}
            </a>
          </li>
        ))}
      </ul>
    </address>
  );
}
