"use client";

import { useQuery } from "@tanstack/react-query";
import { Ban, Gauge, KeyRound, Pencil, Plus, RefreshCw } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { type ComponentProps, useState } from "react";
import { readOptions } from "@/components/kit/api/read-options";
import { useIsOwner, useIsTest, useMayWrite } from "@/components/kit/api/session";
import { useUrlDialog } from "@/components/kit/dialog/use-url-dialog";
import { InUsePage } from "@/components/kit/list/in-use-page";
import type { Translate } from "@/components/kit/locale/translate";
import { Button } from "@/components/kit/ui/button";
import { Chip, Tag } from "@/components/kit/ui/chip";
import { Time } from "@/components/kit/ui/format";
import { MenuItem, MenuRule, RowMenu } from "@/components/kit/ui/menu";
import { buttonsColumn, type Column, lastUseColumn } from "@/components/kit/ui/table";
import { isOwnersKey } from "@/lib/base/roles";
import { LimitsLine } from "./limits-line";
import { type ApiKey, hasEnded, keyState, presetLabel } from "./words";

// Forms are heavy, so load them when a dialog opens.
const CreateKeyDialog = dynamic(async () => (await import("./create-key-dialog")).CreateKeyDialog);
const KeyDialog = dynamic(async () => (await import("./key-dialogs")).KeyDialog);

type KeyAction = ComponentProps<typeof KeyDialog>["action"];

export function KeysView() {
  const t = useTranslations("keys");
  const mayWrite = useMayWrite();
  const [creating, setCreating] = useUrlDialog("create", mayWrite);
  const [open, setOpen] = useState<{ action: KeyAction; apiKey: ApiKey } | null>(null);
  const query = useQuery(readOptions(["keys"], "/api/portal/keys"));
  const createButton = mayWrite && (
    <Button variant="primary" onClick={() => setCreating(true)}>
      <Plus aria-hidden /> {t("create.submit")}
    </Button>
  );
  const now = new Date();
  return (
    <>
      <InUsePage
        query={query}
        rows={({ keys }) => keys}
        columns={keyColumns(t, mayWrite ? (action, apiKey) => setOpen({ action, apiKey }) : null)}
        isEnded={(key) => hasEnded(key, now)}
        title={t("title")}
        purpose={t("purpose")}
        icon={<KeyRound aria-hidden />}
        action={createButton}
        empty={{ title: t("list.empty.title"), text: t("list.empty.text") }}
        noneInUse={{ title: t("list.noneActive.title"), text: t("list.noneActive.text") }}
        ended={t("list.inactive")}
      />
      {creating && <CreateKeyDialog onClose={() => setCreating(false)} />}
      {open && <KeyDialog {...open} onClose={() => setOpen(null)} />}
    </>
  );
}

/** `onAction` is null for users who can't change keys. */
const keyColumns = (
  t: Translate<"keys">,
  onAction: ((action: KeyAction, key: ApiKey) => void) | null,
): Column<ApiKey>[] => [
  {
    header: t("list.columns.name"),
    phone: "what",
    cell: (key) => (
      <div className="min-w-0 unstacked:py-2">
        <p className="max-w-64 truncate font-medium">{key.name}</p>
        <p className="font-mono text-sm text-muted">
          {key.prefix}…{key.last4}
        </p>
        {key.place && <p className="max-w-64 truncate text-sm text-muted">{key.place}</p>}
        <LimitsLine limits={key} />
      </div>
    ),
  },
  {
    header: t("list.columns.status"),
    phone: "amount",
    cell: (key) => <Chip {...keyState(t, key, new Date())} />,
  },
  {
    header: t("list.columns.access"),
    phone: "hidden",
    from: "lg",
    cell: (key) => (
      <div className="flex max-w-80 flex-wrap gap-1 py-2">
        {presetLabel(t, key) ?? key.scopes.map((scope) => <Tag key={scope}>{scope}</Tag>)}
      </div>
    ),
  },
  {
    header: t("list.columns.format"),
    phone: "hidden",
    from: "2xl",
    muted: true,
    cell: (key) => key.shape,
  },
  lastUseColumn(t("list.columns.lastUsed"), t("list.never"), ({ lastUsedAt }) => lastUsedAt),
  {
    header: t("list.columns.created"),
    phone: "hidden",
    from: "2xl",
    cell: (key) => (
      <div className="text-sm text-muted">
        <Time at={key.createdAt} />
        <p className="max-w-40 truncate">{t("list.createdBy", { name: key.createdBy })}</p>
      </div>
    ),
  },
  {
    header: t("list.columns.expires"),
    phone: "hidden",
    from: "lg",
    muted: true,
    cell: (key) => (key.expiresAt ? <Time at={key.expiresAt} /> : t("list.never")),
  },
  buttonsColumn(
    t("list.columns.actions"),
    (key) => onAction && <KeyMenu apiKey={key} onAction={(action) => onAction(action, key)} />,
  ),
];

/** An expired or revoked key can only be renamed. Only owners roll live keys that reach money. */
function KeyMenu({ apiKey, onAction }: { apiKey: ApiKey; onAction: (action: KeyAction) => void }) {
  const t = useTranslations("keys");
  const [isOwner, isTest] = [useIsOwner(), useIsTest()];
  const ended = hasEnded(apiKey, new Date());
  const mayLimit = !ended && (isOwner || isTest || !isOwnersKey(apiKey.scopes));
  const canRoll = mayLimit && !apiKey.replacedBy;
  return (
    <RowMenu label={t("list.actions.label", { name: apiKey.name })}>
      <MenuItem onSelect={() => onAction("rename")}>
        <Pencil aria-hidden /> {t("list.actions.rename")}
      </MenuItem>
      {mayLimit && (
        <MenuItem onSelect={() => onAction("limits")}>
          <Gauge aria-hidden /> {t("list.actions.limits")}
        </MenuItem>
      )}
      {canRoll && (
        <MenuItem onSelect={() => onAction("roll")}>
          <RefreshCw aria-hidden /> {t("list.actions.roll")}
        </MenuItem>
      )}
      {!ended && (
        <>
          <MenuRule />
          <MenuItem onSelect={() => onAction("revoke")}>
            <Ban aria-hidden /> {t("list.actions.revoke")}
          </MenuItem>
        </>
      )}
    </RowMenu>
  );
}
