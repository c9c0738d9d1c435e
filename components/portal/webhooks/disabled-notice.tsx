import { useTranslations } from "next-intl";
import { Time } from "@/components/kit/ui/format";
import { Notice } from "@/components/kit/ui/notice";
import type { Webhook } from "./types";

/** Says why no events are sent, and that they are held. */
export function DisabledNotice({ webhook }: { webhook: Webhook }) {
  const t = useTranslations("webhooks");
  const { disabledAt, disabledReason, health } = webhook;
  const held = t("off.held", { count: health.missed });
  if (disabledReason === "merchant") {
    return (
      <Notice tone="info">
        <DisabledSince webhook={webhook} /> {held}
      </Notice>
    );
  }
  const time = () => disabledAt && <Time at={disabledAt} />;
  return <Notice tone="danger">{t.rich("off.failures", { held, time })}</Notice>;
}

/** "Turned off 2 hours ago by Ada." */
export function DisabledSince({ webhook: { disabledAt, disabledBy } }: { webhook: Webhook }) {
  const t = useTranslations("webhooks");
  if (!disabledAt) return null;
  const time = () => <Time at={disabledAt} />;
  return disabledBy
    ? t.rich("off.sinceBy", { time, name: disabledBy })
    : t.rich("off.since", { time });
}
