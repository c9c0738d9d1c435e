"use client";

import { ShieldCheck } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { Section } from "@/components/ui/section";
import { Rotation } from "./rotation";
import { SecretReveal } from "./secret-reveal";
import type { Webhook } from "./types";

const Verification = dynamic(async () => (await import("./verification")).Verification);

/** The signing secret: reveal it, rotate it, verify signatures. */
export function SecretPanel({ webhook }: { webhook: Webhook }) {
  const [verifying, setVerifying] = useState(false);
  return (
    <Section title="Signing secret" className="gap-4">
      <Secrets key={String(webhook.rotating)} webhook={webhook} />
      <Button className="justify-self-start" onClick={() => setVerifying(true)}>
        <ShieldCheck aria-hidden /> How to check a signature
      </Button>
      {verifying && (
        <Dialog onClose={() => setVerifying(false)} title="Check a delivery's signature">
          <Verification url={webhook.url} />
          <DialogActions>
            <Button variant="primary" onClick={() => setVerifying(false)}>
              Done
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </Section>
  );
}

function Secrets({ webhook }: { webhook: Webhook }) {
  const [seenNext, setSeenNext] = useState(false);
  return (
    <>
      <SecretReveal
        webhookId={webhook.id}
        onShown={({ nextSecret }) => setSeenNext(nextSecret !== null)}
      />
      <Rotation webhook={webhook} seenNext={seenNext} />
    </>
  );
}
