"use client";

import { useQuery } from "@tanstack/react-query";
import { Ban, Link2, MonitorSmartphone, Pencil, Plus, ScanBarcode } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { type ComponentProps, useState } from "react";
import { readOptions } from "@/components/kit/api/read-options";
import { useMayPair, useMayWrite } from "@/components/kit/api/session";
import { useUrlDialog } from "@/components/kit/dialog/use-url-dialog";
import { InUsePage } from "@/components/kit/list/in-use-page";
import type { Translate } from "@/components/kit/locale/translate";
import { Button } from "@/components/kit/ui/button";
import { Chip } from "@/components/kit/ui/chip";
import { MenuItem, MenuRule, RowMenu } from "@/components/kit/ui/menu";
import { buttonsColumn, type Column, lastUseColumn, timeColumn } from "@/components/kit/ui/table";
import { LimitsLine } from "@/components/portal/keys/limits-line";
import { browserWords, type Device, deviceState } from "./words";

// Forms are heavy, so they load when opened.
const loadDialogs = () => import("./device-dialogs");
const AddDeviceDialog = dynamic(async () => (await loadDialogs()).AddDeviceDialog);
const UseAsTillDialog = dynamic(async () => (await loadDialogs()).UseAsTillDialog);
const DeviceDialog = dynamic(async () => (await loadDialogs()).DeviceDialog);

type DeviceAction = ComponentProps<typeof DeviceDialog>["action"];
type OnAction = (action: DeviceAction, device: Device) => void;

/** The store's devices. Owners pair them, and managers in test mode. */
export function DevicesView() {
  const t = useTranslations("devices");
  const mayWrite = useMayWrite();
  const mayPair = useMayPair();
  const [adding, setAdding] = useUrlDialog("add", mayPair);
  const [usingAsTill, setUsingAsTill] = useUrlDialog("till", mayPair);
  const [open, setOpen] = useState<{ action: DeviceAction; device: Device } | null>(null);
  const query = useQuery(readOptions(["devices"], "/api/portal/devices"));
  const cashiers = useQuery({
    ...readOptions(["cashiers"], "/api/portal/cashiers"),
    enabled: usingAsTill,
  });
  const buttons = mayPair && (
    <>
      <Button onClick={() => setUsingAsTill(true)}>
        <ScanBarcode aria-hidden /> {t("till.title")}
      </Button>
      <Button variant="primary" onClick={() => setAdding(true)}>
        <Plus aria-hidden /> {t("add.submit")}
      </Button>
    </>
  );
  const onAction: OnAction = (action, device) => setOpen({ action, device });
  return (
    <>
      <InUsePage
        query={query}
        rows={({ devices }) => devices}
        columns={columnsOf(t, mayWrite ? onAction : null, mayPair)}
        isEnded={({ revokedAt }) => revokedAt !== null}
        title={t("title")}
        purpose={t("purpose")}
        icon={<MonitorSmartphone aria-hidden />}
        action={buttons}
        empty={{
          title: t("list.empty.title"),
          text: t(mayPair ? "list.empty.text" : "list.empty.textOthers"),
        }}
        noneInUse={{ title: t("list.noneActive.title"), text: t("list.noneActive.text") }}
        ended={t("list.revoked")}
      />
      {adding && <AddDeviceDialog onClose={() => setAdding(false)} />}
      {usingAsTill && query.data && cashiers.data && (
        <UseAsTill
          number={query.data.devices.length + 1}
          hasCashier={cashiers.data.cashiers.some(({ deactivatedAt }) => deactivatedAt === null)}
          onClose={() => setUsingAsTill(false)}
        />
      )}
      {open && <DeviceDialog {...open} onClose={() => setOpen(null)} />}
    </>
  );
}

type UseAsTillProps = { number: number; hasCashier: boolean; onClose: () => void };

/** Keeps what one try has done for the next. */
function UseAsTill({ hasCashier, ...dialog }: UseAsTillProps) {
  const [progress] = useState({ hasCashier });
  return <UseAsTillDialog progress={progress} {...dialog} />;
}

/** `onAction` is null for people who can't change devices. */
const columnsOf = (
  t: Translate<"devices">,
  onAction: OnAction | null,
  mayPair: boolean,
): Column<Device>[] => [
  {
    header: t("list.columns.name"),
    phone: "what",
    cell: (device) => (
      <div className="min-w-0 unstacked:py-2">
        <p className="max-w-64 truncate font-medium">{device.name}</p>
        {device.pairedAt && (
          <p className="max-w-64 truncate text-sm font-normal text-muted unstacked:hidden">
            {browserWords(t, device)}
          </p>
        )}
        <LimitsLine limits={device} />
      </div>
    ),
  },
  {
    header: t("list.columns.status"),
    phone: "amount",
    cell: (device) => <Chip {...deviceState(t, device, new Date())} />,
  },
  {
    header: t("list.columns.browser"),
    phone: "hidden",
    cell: (device) => device.pairedAt && browserWords(t, device),
  },
  lastUseColumn(t("list.columns.lastUsed"), t("list.never"), ({ lastUsedAt }) => lastUsedAt),
  timeColumn(t("list.columns.paired"), ({ pairedAt }) => pairedAt, { from: "lg", phone: "hidden" }),
  buttonsColumn(
    t("list.columns.actions"),
    (device) =>
      onAction &&
      !device.revokedAt && (
        <DeviceMenu
          device={device}
          mayPair={mayPair}
          onAction={(action) => onAction(action, device)}
        />
      ),
  ),
];

type MenuProps = { device: Device; mayPair: boolean; onAction: (action: DeviceAction) => void };

function DeviceMenu({ device, mayPair, onAction }: MenuProps) {
  const t = useTranslations("devices");
  return (
    <RowMenu label={t("list.actions.label", { name: device.name })}>
      <MenuItem onSelect={() => onAction("edit")}>
        <Pencil aria-hidden /> {t("list.actions.edit")}
      </MenuItem>
      {mayPair && (
        <MenuItem onSelect={() => onAction("pairingCode")}>
          <Link2 aria-hidden /> {t("list.actions.pairingCode")}
        </MenuItem>
      )}
      <MenuRule />
      <MenuItem onSelect={() => onAction("revoke")}>
        <Ban aria-hidden /> {t("list.actions.revoke")}
      </MenuItem>
    </RowMenu>
  );
}
