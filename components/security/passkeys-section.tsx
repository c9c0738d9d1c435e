"use client";

import { useQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import type { ReplyOf } from "@/components/api";
import { readOptions } from "@/components/queries";
import { useSession } from "@/components/session";
import { Button } from "@/components/ui/button";
import { Time } from "@/components/ui/format";
import { Notice } from "@/components/ui/notice";
import { Loaded, TableSkeleton } from "@/components/ui/states";
import { Section } from "./section";

// Forms are heavy, so they load when opened.
const load = () => import("./passkey-dialogs");
const AddDialog = dynamic(async () => (await load()).AddPasskeyDialog);
const RemoveDialog = dynamic(async () => (await load()).RemovePasskeyDialog);

type Passkey = ReplyOf<"/api/portal/passkeys">["passkeys"][number];

/** The person's passkeys, with buttons to add and remove them. */
export function PasskeysSection() {
  const { user } = useSession();
  const query = useQuery(readOptions(["passkeys"], "/api/portal/passkeys"));
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Passkey | null>(null);
  return (
    <Section
      title="Passkeys"
      text="Sign in with your fingerprint, face or device PIN instead of a password and a code."
      action={
        <Button disabled={!user.isConfirmed} onClick={() => setAdding(true)}>
          Add passkey
        </Button>
      }
    >
      {!user.isConfirmed && (
        <Notice tone="info">Confirm your email first. We sent a link to {user.email}.</Notice>
      )}
      <Loaded
        query={query}
        what="Your passkeys"
        loading={<TableSkeleton label="Loading your passkeys" />}
      >
        {({ passkeys }) =>
          passkeys.length > 0 && (
            <ul className="-mb-3 divide-y border-t">
              {passkeys.map((passkey) => (
                <PasskeyItem
                  key={passkey.id}
                  passkey={passkey}
                  onRemove={() => setRemoving(passkey)}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      {adding && <AddDialog onClose={() => setAdding(false)} />}
      {removing && <RemoveDialog passkey={removing} onClose={() => setRemoving(null)} />}
    </Section>
  );
}

const PasskeyItem = ({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) => (
  <li className="flex items-center gap-3 py-3">
    <KeyRound className="size-5 shrink-0 text-muted" aria-hidden />
    <div className="min-w-0 flex-1">
      <p className="truncate font-medium">{passkey.name}</p>
      <p className="text-sm text-muted">
        Added <Time at={passkey.createdAt} /> ·{" "}
        {passkey.lastUsedAt ? (
          <>
            last used <Time at={passkey.lastUsedAt} />
          </>
        ) : (
          "not used yet"
        )}
      </p>
    </div>
    <Button size="sm" onClick={onRemove}>
      Remove<span className="sr-only"> {passkey.name}</span>
    </Button>
  </li>
);
