"use client";

import { useQuery } from "@tanstack/react-query";
import {
  Ban,
  ChevronRight,
  Ellipsis,
  Gauge,
  KeyRound,
  Pencil,
  Plus,
  RefreshCw,
} from "lucide-react";
import dynamic from "next/dynamic";
import { useId, useState } from "react";
import { readOptions } from "@/components/queries";
import { useIsOwner, useIsTest, useMayWrite, useSession } from "@/components/session";
import { Button } from "@/components/ui/button";
import { Chip, Tag } from "@/components/ui/chip";
import { cx } from "@/components/ui/cx";
import { Time } from "@/components/ui/format";
import { Menu, MenuItem, MenuRule } from "@/components/ui/menu";
import { PageHeader } from "@/components/ui/page-header";
import { EmptyState, Loaded } from "@/components/ui/states";
import { type Column, Table } from "@/components/ui/table";
import { useUrlDialog } from "@/components/use-url-dialog";
import { isOwnersKey } from "@/lib/roles";
import { type ApiKey, hasEnded, keyState, limitWords, presetLabel } from "./words";

// Forms are heavy, so load them when a dialog opens.
const loadDialogs = () => import("./key-dialogs");
const CreateKeyDialog = dynamic(async () => (await import("./create-key-dialog")).CreateKeyDialog);
const dialogs = {
  rename: dynamic(async () => (await loadDialogs()).RenameKeyDialog),
  limits: dynamic(async () => (await import("./key-limits-dialog")).KeyLimitsDialog),
  roll: dynamic(async () => (await loadDialogs()).RollKeyDialog),
  revoke: dynamic(async () => (await loadDialogs()).RevokeKeyDialog),
};

type KeyAction = keyof typeof dialogs;

const purpose =
  "A till, a shop or a script signs its requests with a key. Each has its own, so that one can be revoked without touching the others.";

export function KeysView() {
  const mayWrite = useMayWrite();
  const [creating, setCreating] = useUrlDialog("create", mayWrite);
  const [open, setOpen] = useState<{ action: KeyAction; key: ApiKey } | null>(null);
  const query = useQuery(readOptions(["keys"], "/api/portal/keys"));
  const OpenDialog = open && dialogs[open.action];
  const createButton = mayWrite && (
    <Button variant="primary" onClick={() => setCreating(true)}>
      <Plus aria-hidden /> Create key
    </Button>
  );
  const hasKeys = query.data !== undefined && query.data.keys.length > 0;
  return (
    <>
      <PageHeader title="API keys" action={hasKeys && createButton} purpose={purpose} />
      <section aria-label="API keys" className="min-w-0">
        <Loaded query={query}>
          {({ keys }) =>
            keys.length === 0 ? (
              <EmptyState
                icon={<KeyRound aria-hidden />}
                title="No keys yet"
                text="Make the first one, copy it into your till, and it can create, activate and redeem cards."
              >
                {createButton}
              </EmptyState>
            ) : (
              <Keys
                keys={keys}
                columns={keyColumns(mayWrite ? (action, key) => setOpen({ action, key }) : null)}
              />
            )
          }
        </Loaded>
      </section>
      {creating && <CreateKeyDialog onClose={() => setCreating(false)} />}
      {open && OpenDialog && <OpenDialog apiKey={open.key} onClose={() => setOpen(null)} />}
    </>
  );
}

type KeysProps = { keys: ApiKey[]; columns: Column<ApiKey>[] };

function Keys({ keys, columns }: KeysProps) {
  const now = new Date();
  const working = keys.filter((key) => !hasEnded(key, now));
  const ended = keys.filter((key) => hasEnded(key, now));
  return (
    <>
      {working.length === 0 ? (
        <EmptyState
          icon={<KeyRound aria-hidden />}
          title="No key works"
          text="Every key was revoked, rolled or has expired: tills and shops can't sign requests."
        />
      ) : (
        <Table caption="API keys" columns={columns} rows={working} rowId={(key) => key.id} />
      )}
      {ended.length > 0 && <EndedKeys keys={ended} columns={columns} />}
    </>
  );
}

function EndedKeys({ keys, columns }: KeysProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  return (
    <div className="mt-6">
      <Button
        variant="ghost"
        size="sm"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <ChevronRight className={cx("transition-transform", open && "rotate-90")} aria-hidden />
        {keys.length === 1
          ? "1 key that no longer works"
          : `${keys.length} keys that no longer work`}
      </Button>
      <div id={id} className="mt-2">
        {open && (
          <Table
            caption="Keys that no longer work"
            columns={columns}
            rows={keys}
            rowId={(key) => key.id}
          />
        )}
      </div>
    </div>
  );
}

/** `onAction` is null for users who can't change keys. */
const keyColumns = (
  onAction: ((action: KeyAction, key: ApiKey) => void) | null,
): Column<ApiKey>[] => [
  {
    header: "Name",
    phone: "what",
    cell: (key) => (
      <div className="min-w-0 md:py-2">
        <p className="max-w-64 truncate font-medium">{key.name}</p>
        <p className="font-mono text-sm text-muted">
          {key.prefix}…{key.last4}
        </p>
        {key.place && <p className="max-w-64 truncate text-sm text-muted">{key.place}</p>}
        <Limits apiKey={key} />
      </div>
    ),
  },
  {
    header: "Status",
    phone: "amount",
    cell: (key) => <Chip {...keyState(key, new Date())} />,
  },
  {
    header: "Allowed",
    phone: "hidden",
    from: "lg",
    cell: (key) => (
      <div className="flex max-w-80 flex-wrap gap-1 py-2">
        {presetLabel(key) ?? key.scopes.map((scope) => <Tag key={scope}>{scope}</Tag>)}
      </div>
    ),
  },
  {
    header: "Shape",
    phone: "hidden",
    from: "xl",
    muted: true,
    cell: (key) => key.shape,
  },
  {
    header: "Last used",
    phone: "when",
    muted: true,
    cell: (key) => (
      <>
        <span className="md:hidden">Last used </span>
        {key.lastUsedAt ? <Time at={key.lastUsedAt} /> : "never"}
      </>
    ),
  },
  {
    header: "Created",
    phone: "hidden",
    from: "xl",
    cell: (key) => (
      <div className="text-sm text-muted">
        <Time at={key.createdAt} />
        <p className="max-w-40 truncate">by {key.createdBy}</p>
      </div>
    ),
  },
  {
    header: "Expires",
    phone: "hidden",
    from: "lg",
    muted: true,
    cell: (key) => (key.expiresAt ? <Time at={key.expiresAt} /> : "never"),
  },
  {
    header: "Actions",
    headerHidden: true,
    phone: "state",
    align: "right",
    cell: (key) =>
      onAction && <KeyMenu apiKey={key} onAction={(action) => onAction(action, key)} />,
  },
];

function Limits({ apiKey }: { apiKey: ApiKey }) {
  const words = limitWords(apiKey, useSession().merchant.currency);
  return (
    words && (
      <p className="line-clamp-2 max-w-64 text-sm whitespace-normal text-muted" title={words}>
        {words}
      </p>
    )
  );
}

/** An expired or revoked key can only be renamed. Only owners roll live keys that reach money. */
function KeyMenu({ apiKey, onAction }: { apiKey: ApiKey; onAction: (action: KeyAction) => void }) {
  const [isOwner, isTest] = [useIsOwner(), useIsTest()];
  const ended = hasEnded(apiKey, new Date());
  const mayLimit = !ended && (isOwner || isTest || !isOwnersKey(apiKey.scopes));
  const canRoll = mayLimit && !apiKey.replacedBy;
  return (
    <Menu
      trigger={
        <Button variant="ghost" size="icon-sm" aria-label={`Actions for ${apiKey.name}`}>
          <Ellipsis aria-hidden />
        </Button>
      }
    >
      <MenuItem onSelect={() => onAction("rename")}>
        <Pencil aria-hidden /> Rename
      </MenuItem>
      {mayLimit && (
        <MenuItem onSelect={() => onAction("limits")}>
          <Gauge aria-hidden /> Limits
        </MenuItem>
      )}
      {canRoll && (
        <MenuItem onSelect={() => onAction("roll")}>
          <RefreshCw aria-hidden /> Roll
        </MenuItem>
      )}
      {!ended && (
        <>
          <MenuRule />
          <MenuItem onSelect={() => onAction("revoke")}>
            <Ban aria-hidden /> Revoke
          </MenuItem>
        </>
      )}
    </Menu>
  );
}
