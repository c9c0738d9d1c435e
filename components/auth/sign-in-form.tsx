"use client";

import { useState } from "react";
import { CodeForm } from "./code-form";
import type { Credentials } from "./credentials";
import { leaveFor } from "./credentials";
import { PasswordForm } from "./password-form";

/** Signs a user in, with a second step if they turned it on, then opens `next`. */
export function SignInForm({ next }: { next: string | null }) {
  const [known, setKnown] = useState<Credentials | null>(null);
  const enter = () => leaveFor(next);
  return known ? (
    <CodeForm credentials={known} onSignedIn={enter} onBack={() => setKnown(null)} />
  ) : (
    <PasswordForm onSignedIn={enter} onCodeNeeded={setKnown} />
  );
}
