"use client";

import { useQueryClient } from "@tanstack/react-query";
import { ApiError } from "@/components/api";
import { toast } from "@/components/toast";
import type { ApiKey } from "@/components/types";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Time } from "@/components/ui/time";
import { usePost } from "@/components/use-post";

type Props = { apiKey: ApiKey; onClose: () => void };

/** Revokes a key for good. */
export function RevokeKeyDialog({ apiKey, onClose }: Props) {
  const queries = useQueryClient();
  const revoke = usePost<object, { key: ApiKey }>(`/api/portal/keys/${apiKey.id}/revoke`);
  const confirm = () =>
    revoke.mutate(
      {},
      {
        onSuccess: async () => {
          await queries.invalidateQueries({ queryKey: ["keys"] });
          toast(`“${apiKey.name}” revoked`);
          onClose();
        },
      },
    );

  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Revoke “${apiKey.name}”`}
      consequence={
        <>
          <b className="font-semibold text-ink">
            Within 1 second every request with {apiKey.prefix}…{apiKey.last4} is refused.
          </b>{" "}
          {apiKey.lastUsedAt ? (
            <>
              It was last used <Time at={apiKey.lastUsedAt} />.
            </>
          ) : (
            "It has never been used."
          )}{" "}
          It can't be brought back.
        </>
      }
      proof={apiKey.last4}
      proofLabel="Type its last four:"
      verb="Revoke key"
      busy={revoke.isPending}
      error={revoke.error instanceof ApiError ? revoke.error : null}
      onConfirm={confirm}
    />
  );
}
