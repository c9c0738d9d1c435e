import { Messages, titled } from "@/app/messages";
import { currentProfile } from "@/app/session";
import { InvitationView } from "@/components/auth/invitation-view";

export const generateMetadata = titled("invitation", { robots: { index: false } });

export default async function InvitationPage() {
  const profile = await currentProfile();
  return (
    <Messages areas={["team"]}>
      <InvitationView signedInAs={profile?.user.email ?? null} />
    </Messages>
  );
}
