"use client";

import { useQuery } from "@tanstack/react-query";
import { KeyRound, Plus } from "lucide-react";
import { useState } from "react";
import { get } from "@/components/api";
import { useOpenable } from "@/components/openable";
import { useMayWrite } from "@/components/session";
import type { ApiKey } from "@/components/types";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { PageHeader } from "@/components/ui/page-header";
import { TableSkeleton } from "@/components/ui/skeleton";
import { Table } from "@/components/ui/table";
import { keyColumns } from "./columns";
import { CreateKeyDialog } from "./create-key-dialog";
import { RevokeKeyDialog } from "./revoke-key-dialog";

const purpose =
  "A till, a shop or a script signs its requests with a key. Each has its own, so that one can be revoked without touching the others.";

/** The store's API keys: make, see when last used, revoke. */
export function KeysView() {
  const mayWrite = useMayWrite();
  const [creating, setCreating] = useOpenable("create", mayWrite);
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  const keys = useQuery({
    queryKey: ["keys"],
    queryFn: ({ signal }) => get<{ keys: ApiKey[] }>("/api/portal/keys", undefined, signal),
  });
  const known = keys.data?.keys ?? [];
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
          <Table
            caption="API keys"
            columns={keyColumns(mayWrite ? setRevoking : null)}
            rows={known}
            rowId={(key) => key.id}
          />
        )}
      </section>
      {creating && <CreateKeyDialog onClose={() => setCreating(false)} />}
      {revoking && <RevokeKeyDialog apiKey={revoking} onClose={() => setRevoking(null)} />}
    </>
  );
}
