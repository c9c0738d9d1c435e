"use client";

import { useQuery } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { readOptions } from "@/components/kit/api/read-options";
import { useIsOwner, useSession } from "@/components/kit/api/session";
import { useUrlDialog } from "@/components/kit/dialog/use-url-dialog";
import { Button } from "@/components/kit/ui/button";
import { PageHeader } from "@/components/kit/ui/page-header";
import { Loaded } from "@/components/kit/ui/states";
import { Table } from "@/components/kit/ui/table";
import { type MemberAction, memberColumns } from "./columns";
import { PendingInvitations } from "./pending-invitations";
import type { Team } from "./words";

// Forms are heavy, so they load when opened.
const loadDialogs = () => import("./team-dialogs");
const InviteDialog = dynamic(async () => (await loadDialogs()).InviteDialog);
const LeaveDialog = dynamic(async () => (await loadDialogs()).LeaveDialog);
const memberDialogs = {
  role: dynamic(async () => (await loadDialogs()).RoleDialog),
  remove: dynamic(async () => (await import("./remove-dialog")).RemoveDialog),
};

/** Team members, their roles and pending invitations. Only owners can change them. */
export function TeamView() {
  const t = useTranslations("team");
  const isOwner = useIsOwner();
  const [inviting, setInviting] = useUrlDialog("invite", isOwner);
  const [action, setAction] = useState<MemberAction | null>(null);
  const MemberDialog = action && memberDialogs[action.what];
  const team = useQuery(readOptions(["team"], "/api/portal/team"));
  return (
    <>
      <PageHeader
        title={t("title")}
        purpose={t(isOwner ? "purposeOwner" : "purpose")}
        action={
          isOwner && (
            <Button variant="primary" onClick={() => setInviting(true)}>
              <UserPlus aria-hidden /> {t("invite.title")}
            </Button>
          )
        }
      />
      <Loaded query={team}>{(known) => <TeamTables team={known} onAction={setAction} />}</Loaded>
      {inviting && <InviteDialog onClose={() => setInviting(false)} />}
      {MemberDialog && <MemberDialog member={action.member} onClose={() => setAction(null)} />}
    </>
  );
}

type TablesProps = { team: Team; onAction: (action: MemberAction) => void };

function TeamTables({ team, onAction }: TablesProps) {
  const [t, tc] = [useTranslations("team"), useTranslations("common")];
  const { user, merchant } = useSession();
  const isOwner = useIsOwner();
  const [leaving, setLeaving] = useState(false);
  const columns = memberColumns(t, tc, user.id, isOwner ? onAction : null);
  const others = team.people.filter(({ id, role }) => id !== user.id && role === "owner");

  return (
    <>
      <section aria-label={t("members.title")} className="min-w-0">
        <Table
          caption={t("members.title")}
          columns={columns}
          rows={team.people}
          rowId={({ id }) => id}
        />
      </section>
      <PendingInvitations invitations={team.invitations} mayChange={isOwner} />
      <section
        aria-labelledby="leave"
        className="flex flex-wrap items-center justify-between gap-3 border-t pt-6"
      >
        <div>
          <h2 id="leave" className="font-medium">
            {t("leave.title", { store: merchant.name })}
          </h2>
          <p className="text-sm text-muted">
            {t(isOwner && others.length === 0 ? "leave.onlyOwner" : "leave.text")}
          </p>
        </div>
        <Button
          variant="danger-quiet"
          disabled={isOwner && others.length === 0}
          onClick={() => setLeaving(true)}
        >
          {t("leave.submit")}
        </Button>
        {leaving && <LeaveDialog onClose={() => setLeaving(false)} />}
      </section>
    </>
  );
}
