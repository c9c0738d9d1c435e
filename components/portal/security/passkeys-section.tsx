"use client";

import { useQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ReplyOf } from "@/components/kit/api/api";
import { useSession } from "@/components/kit/api/session";
import { Button } from "@/components/kit/ui/button";
import { Time } from "@/components/kit/ui/format";
import { Notice } from "@/components/kit/ui/notice";
import { Loaded } from "@/components/kit/ui/states";
import { passkeys } from "./reads";
import { Section } from "./section";

// Forms are heavy, so they load when opened.
const load = () => import("./passkey-dialogs");
const AddDialog = dynamic(async () => (await load()).AddPasskeyDialog);
const RemoveDialog = dynamic(async () => (await load()).RemovePasskeyDialog);

type Passkey = ReplyOf<"/api/portal/passkeys">["passkeys"][number];

/** The person's passkeys, with buttons to add and remove them. */
export function PasskeysSection() {
  const t = useTranslations("security");
  const { user } = useSession();
  const query = useQuery(passkeys);
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Passkey | null>(null);
  return (
    <Section
      title={t("passkeys.title")}
      text={t("passkeys.text")}
      action={
        <Button disabled={!user.isConfirmed} onClick={() => setAdding(true)}>
          {t("passkeys.add.title")}
        </Button>
      }
    >
      {!user.isConfirmed && (
        <Notice tone="info">{t("passkeys.confirmFirst", { email: user.email })}</Notice>
      )}
      <Loaded query={query}>
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

type ItemProps = { passkey: Passkey; onRemove: () => void };

function PasskeyItem({ passkey: { name, createdAt, lastUsedAt }, onRemove }: ItemProps) {
  const t = useTranslations("security");
  const added = () => <Time at={createdAt} />;
  return (
    <li className="flex items-center gap-3 py-3">
      <KeyRound className="size-5 shrink-0 text-muted" aria-hidden />
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">{name}</p>
        <p className="text-sm text-muted">
          {lastUsedAt
            ? t.rich("passkeys.used", { added, used: () => <Time at={lastUsedAt} /> })
            : t.rich("passkeys.unused", { added })}
        </p>
      </div>
      <Button size="sm" onClick={onRemove}>
        {t.rich("passkeys.remove.button", {
          name,
          hidden: (text) => <span className="sr-only">{text}</span>,
        })}
      </Button>
    </li>
  );
}
