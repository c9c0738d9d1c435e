"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError, url } from "@/components/api";
import type { ApiKey } from "@/components/keys/words";
import { usePost } from "@/components/queries";
import { Button } from "@/components/ui/button";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { FieldGroup } from "@/components/ui/field";
import { RadioGroup } from "@/components/ui/radio-group";
import { RequestFailure } from "@/components/ui/request-failure";
import { Time } from "@/components/ui/time";
import { NewKey } from "./new-key";

const overlaps = [
  { value: "24", label: "24 hours", help: "Time to change it in a day" },
  { value: "168", label: "7 days", help: "For many tills, or a release" },
  { value: "1", label: "1 hour", help: "You change it right now" },
  { value: "0", label: "Not at all", help: "It leaked: it stops at once" },
] as const;

type Overlap = (typeof overlaps)[number]["value"];

type Props = { apiKey: ApiKey; onClose: () => void };

/** Makes a key in place of another; for a while both work. */
export function RollKeyDialog({ apiKey, onClose }: Props) {
  const queries = useQueryClient();
  const [overlap, setOverlap] = useState<Overlap>("24");
  const roll = usePost(url("/api/portal/keys/{id}/roll", { id: apiKey.id }));
  const act = () =>
    roll.mutate(
      { overlapHours: Number(overlap) as 0 | 1 | 24 | 168 },
      { onSuccess: () => void queries.invalidateQueries({ queryKey: ["keys"] }) },
    );

  if (roll.data) {
    const { key, secret } = roll.data;
    return (
      <NewKey
        apiKey={key}
        secret={secret}
        onClose={onClose}
        former={formerWords(apiKey, overlap)}
      />
    );
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Roll “${apiKey.name}”`}
      description={
        <>
          Makes a new key with the same name, shape and permissions, to put wherever{" "}
          <span className="font-mono">
            {apiKey.prefix}…{apiKey.last4}
          </span>{" "}
          is in use.{" "}
          {apiKey.lastUsedAt ? (
            <>
              It was last used <Time at={apiKey.lastUsedAt} />.
            </>
          ) : (
            "It has never been used."
          )}
        </>
      }
    >
      <form
        method="post"
        onSubmit={(event) => {
          event.preventDefault();
          act();
        }}
        className="grid gap-5"
      >
        <FieldGroup legend="The old key goes on working for">
          <RadioGroup
            label="The old key goes on working for"
            value={overlap}
            onValueChange={setOverlap}
            options={[...overlaps]}
          />
        </FieldGroup>
        <p className="text-sm text-muted">
          {apiKey.expiresAt &&
            "The new key is given as long a life as the old one had, which ends no later than it would have. "}
          While both work, each has limits of its own.
        </p>
        {roll.error instanceof ApiError && <RequestFailure error={roll.error} />}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={roll.isPending}>
            Roll key
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** What becomes of the key that was rolled. */
function formerWords({ prefix, last4 }: ApiKey, overlap: Overlap): string {
  const old = `The old key, ${prefix}…${last4},`;
  if (overlap === "0") return `${old} works no longer.`;
  const chosen = overlaps.find(({ value }) => value === overlap);
  return `${old} works for ${chosen?.label} more at most; put the new one in its place before.`;
}
