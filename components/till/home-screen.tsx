import { ArrowDownToLine, ClipboardList, CreditCard, ScanLine } from "lucide-react";
import { useTranslations } from "next-intl";
import { get, unreachable } from "@/components/kit/api/api";
import { dateIn } from "@/lib/base/time/time-zone";
import { TillButton } from "./button";
import { useOpenTill } from "./context";
import { FindCard } from "./find-card";
import { ListSkeleton, LoadFailure } from "./load-failure";
import { ReceiptList } from "./receipt-list";
import type { Receipt, Screen } from "./types";
import { useLoaded } from "./use-loaded";

const tiles = [
  { name: "sell", icon: CreditCard, screen: { at: "digital" } },
  { name: "redeem", icon: ArrowDownToLine, screen: { at: "find", purpose: "redeem" } },
  { name: "balance", icon: ScanLine, screen: { at: "find", purpose: "balance" } },
] as const satisfies { name: string; icon: unknown; screen: Screen }[];

/** Where everything begins: a field for a scanner, what a cashier does most, and what was done today. */
export function HomeScreen({ typed }: { typed?: string | undefined }) {
  const t = useTranslations("till");
  const { go } = useOpenTill();
  return (
    <>
      <h1 className="sr-only">{t("home.title")}</h1>
      <FindCard typed={typed} />
      <nav aria-label={t("home.tiles")} className="grid grid-cols-3 gap-3">
        {tiles.map(({ name, icon: Icon, screen }) => (
          <TillButton key={name} className="min-h-24 flex-col" onClick={() => go(screen)}>
            <Icon aria-hidden /> {t(`home.${name}`)}
          </TillButton>
        ))}
      </nav>
      <Receipts />
    </>
  );
}

const loadReceipts = async () => {
  const loaded = await get("/api/till/receipts");
  if (!loaded) throw unreachable();
  return loaded.receipts;
};

/** The newest receipts of this till: those of today, and below them the others. */
function Receipts() {
  const t = useTranslations("till");
  const { go, device } = useOpenTill();
  const { data, error, reload } = useLoaded(loadReceipts);
  const dayOf = (at: Date) => dateIn(at, device.store.timeZone);
  const today = dayOf(new Date());
  const isOfToday = ({ at }: Receipt) => dayOf(new Date(at)) >= today;
  const todays = data?.filter(isOfToday) ?? [];
  const earlier = data?.filter((receipt) => !isOfToday(receipt)) ?? [];
  return (
    <>
      <section className="grid gap-3">
        <div className="flex items-center justify-between gap-3">
          <h2 className="text-lg font-semibold">{t("home.today")}</h2>
          <TillButton look="quiet" className="-mr-3 min-h-11" onClick={() => go({ at: "closing" })}>
            <ClipboardList aria-hidden /> {t("home.closeDay")}
          </TillButton>
        </div>
        {error && <LoadFailure error={error} onRetry={() => void reload()} />}
        {!data && !error && <ListSkeleton />}
        {data && todays.length === 0 && <p className="text-lg text-muted">{t("home.none")}</p>}
        {todays.length > 0 && <ReceiptList receipts={todays} withCard />}
      </section>
      {earlier.length > 0 && (
        <section className="grid gap-3">
          <h2 className="text-lg font-semibold">{t("home.earlier")}</h2>
          <ReceiptList receipts={earlier} withCard />
        </section>
      )}
    </>
  );
}
