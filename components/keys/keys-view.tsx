"use client";

import { useQuery } from "@tanstack/react-query";
import { KeyRound, Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import type { ApiKey } from "@/components/keys/words";
import { useOpenable } from "@/components/openable";
import { read } from "@/components/queries";
import { useMayWrite } from "@/components/session";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { PageHeader } from "@/components/ui/page-header";
import { TableSkeleton } from "@/components/ui/skeleton";
import { Table } from "@/components/ui/table";
import { keyColumns } from "./columns";
import { EndedKeys } from "./ended-keys";
import type { KeyDeed } from "./key-actions";
import { hasEnded } from "./words";

// Forms are heavy: loaded when one is opened.
const CreateKeyDialog = dynamic(async () => (await import("./create-key-dialog")).CreateKeyDialog);
const RenameKeyDialog = dynamic(async () => (await import("./rename-key-dialog")).RenameKeyDialog);
const RevokeKeyDialog = dynamic(async () => (await import("./revoke-key-dialog")).RevokeKeyDialog);
const RollKeyDialog = dynamic(async () => (await import("./roll-key-dialog")).RollKeyDialog);

const dialogs = { rename: RenameKeyDialog, roll: RollKeyDialog, revoke: RevokeKeyDialog };

const purpose =
  "A till, a shop or a script signs its requests with a key. Each has its own, so that one can be revoked without touching the others.";

/** The store's API keys: make, see when last used, revoke. */
export function KeysView() {
  const mayWrite = useMayWrite();
  const [creating, setCreating] = useOpenable("create", mayWrite);
  const [deed, setDeed] = useState<{ what: KeyDeed; key: ApiKey } | null>(null);
  const keys = useQuery(read(["keys"], "/api/portal/keys"));
  const known = keys.data?.keys ?? [];
  const now = new Date();
  const working = known.filter((key) => !hasEnded(key, now));
  const ended = known.filter((key) => hasEnded(key, now));
  const columns = keyColumns(mayWrite ? (what, key) => setDeed({ what, key }) : null);
  const DeedDialog = deed && dialogs[deed.what];
  const createButton = mayWrite && (
    <Button variant="primary" onClick={() => setCreating(true)}>
      <Plus aria-hidden /> Create key
    </Button>
  );

  return (
    <>
      <PageHeader title="API keys" action={known.length > 0 && createButton} purpose={purpose} />
      <section aria-label="API keys" className="min-w-0">
        {keys.isError && !keys.data ? (
          <ErrorState error={keys.error} what="The keys" onRetry={() => void keys.refetch()} />
        ) : keys.isPending ? (
          <TableSkeleton label="Loading keys" />
        ) : known.length === 0 ? (
          <EmptyState
            icon={<KeyRound aria-hidden />}
            title="No keys yet"
            text="Make the first one, copy it into your till, and it can create, activate and redeem cards."
          >
            {createButton}
          </EmptyState>
        ) : (
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
        )}
      </section>
      {creating && <CreateKeyDialog onClose={() => setCreating(false)} />}
      {deed && DeedDialog && <DeedDialog apiKey={deed.key} onClose={() => setDeed(null)} />}
    </>
  );
}
