"use client";

import { useQueryClient } from "@tanstack/react-query";
import { ApiError, url } from "@/components/api";
import type { ApiKey } from "@/components/keys/words";
import { usePost } from "@/components/queries";
import { toast } from "@/components/toast";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Time } from "@/components/ui/time";

type Props = { apiKey: ApiKey; onClose: () => void };

/** Revokes a key for good. */
export function RevokeKeyDialog({ apiKey, onClose }: Props) {
  const queries = useQueryClient();
  const revoke = usePost(url("/api/portal/keys/{id}/revoke", { id: apiKey.id }));
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
