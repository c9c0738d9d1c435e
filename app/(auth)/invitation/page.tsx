import type { Metadata } from "next";
import { currentProfile } from "@/app/session";
import { InvitationView } from "@/components/invitation/invitation-view";

export const metadata: Metadata = { title: "Invitation", robots: { index: false } };

export default async function InvitationPage() {
  const profile = await currentProfile();
  return <InvitationView signedInAs={profile?.user.email ?? null} />;
}
