"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Time } from "@/components/ui/format";
import { Section } from "./section";

// Forms are heavy, so they load when opened.
const ChangePasswordDialog = dynamic(
  async () => (await import("./change-password-dialog")).ChangePasswordDialog,
);

/** Shows when the password was last changed, with a button to change it. */
export function PasswordSection({ changedAt }: { changedAt: string | null }) {
  const [changing, setChanging] = useState(false);
  return (
    <Section
      title="Password"
      text={
        changedAt ? (
          <>
            Changed <Time at={changedAt} />.
          </>
        ) : (
          "Never changed since the account was made."
        )
      }
      action={<Button onClick={() => setChanging(true)}>Change password</Button>}
    >
      {changing && <ChangePasswordDialog onClose={() => setChanging(false)} />}
    </Section>
  );
}
