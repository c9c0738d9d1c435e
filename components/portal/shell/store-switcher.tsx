import { useQuery } from "@tanstack/react-query";
import { Check, ChevronsUpDown, FlaskConical, Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy, Suspense, useState } from "react";
import { readOptions } from "@/components/kit/api/read-options";
import { useIsTest, useSession } from "@/components/kit/api/session";
import { toast } from "@/components/kit/page/toast";
import { useLeaveOnStoreSwitch } from "@/components/kit/store/store-channel";
import { cx } from "@/components/kit/ui/cx";
import { Menu, MenuItem, MenuLabel, MenuRule } from "@/components/kit/ui/menu";
import { Skeletons } from "@/components/kit/ui/states";
import { useSwitchStore } from "./use-switch-store";

// Few people create another store, so the form loads on demand.
const load = () => import("@/components/portal/store/create-store-dialog");
const CreateStoreDialog = lazy(async () => ({ default: (await load()).CreateStoreDialog }));

/** The store menu: shows the current store, switches stores or creates one. */
export function StoreSwitcher() {
  const [t, tc] = [useTranslations("shell"), useTranslations("common")];
  const { merchant, mayCreateStores } = useSession();
  const [creating, setCreating] = useState(false);
  const change = useSwitchStore();
  const isTest = useIsTest();
  useLeaveOnStoreSwitch(merchant.id);
  const create = () =>
    load().then(
      () => setCreating(true),
      () => toast(tc("errors.unreachable")),
    );

  return (
    <>
      <Menu
        trigger={
          <button
            type="button"
            aria-label={t("stores.label", { store: merchant.name })}
            className="mb-3 flex h-11 w-full items-center gap-2.5 rounded-md px-1.5 text-left transition-colors hover:bg-hover data-[state=open]:bg-hover md:h-10 narrow:justify-center narrow:px-0"
          >
            <Initial name={merchant.name} />
            <span className="min-w-0 flex-1 truncate font-semibold narrow:hidden">
              {merchant.name}
            </span>
            <ChevronsUpDown className="mr-1 size-4 shrink-0 text-muted narrow:hidden" aria-hidden />
          </button>
        }
      >
        <Stores />
        <MenuRule />
        <MenuItem
          onSelect={() =>
            change.mutate({
              merchantId: merchant.liveMerchantId ?? merchant.id,
              testMode: !isTest,
            })
          }
        >
          <FlaskConical aria-hidden /> {t(isTest ? "stores.leaveTestMode" : "stores.testMode")}
        </MenuItem>
        {mayCreateStores ? (
          <MenuItem onSelect={() => void create()}>
            <Plus aria-hidden /> {t("stores.create")}
          </MenuItem>
        ) : (
          <MenuLabel>{t("stores.askOperator")}</MenuLabel>
        )}
      </Menu>
      {creating && (
        <Suspense>
          <CreateStoreDialog onClose={() => setCreating(false)} />
        </Suspense>
      )}
    </>
  );
}

const Initial = ({ name }: { name: string }) => (
  <span
    className="grid size-7 shrink-0 place-items-center rounded-md bg-accent text-sm font-semibold text-accent-ink"
    aria-hidden
  >
    {[...name][0]?.toUpperCase()}
  </span>
);

/** Fetched only when the menu opens, because most people have one store. */
function Stores() {
  const [t, tc] = [useTranslations("shell"), useTranslations("common")];
  const stores = useQuery(readOptions(["stores"], "/api/portal/stores"));
  const change = useSwitchStore();
  if (stores.isError) return <MenuLabel>{t("stores.failed")}</MenuLabel>;
  if (!stores.data) {
    return <Skeletons bars={["h-4 w-40"]} className="p-2.5" />;
  }
  return (
    <>
      <MenuLabel>{t("stores.title")}</MenuLabel>
      {stores.data.stores.map((store) => (
        <MenuItem
          key={store.id}
          onSelect={() => {
            if (!store.current) change.mutate({ merchantId: store.id });
          }}
        >
          <span className="min-w-0 max-w-60 flex-1 truncate">{store.name}</span>
          <span className="text-xs text-muted">{tc(`roles.${store.role}`)}</span>
          <Check className={cx(!store.current && "invisible")} aria-hidden />
          {store.current && <span className="sr-only">{t("stores.current")}</span>}
        </MenuItem>
      ))}
    </>
  );
}
