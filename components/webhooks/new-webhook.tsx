"use client";

import Link from "next/link";
import { Button } from "@/components/ui/button";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { SecretReveal } from "./secret-reveal";
import type { Secrets } from "./types";
import { Verification } from "./verification";
import { shortUrl } from "./words";

type Props = { id: string; url: string; secrets: Secrets | null; onClose: () => void };

/** What a receiver needs to trust a new webhook. */
export const NewWebhook = ({ id, url, secrets, onClose }: Props) => (
  <Dialog
    onClose={onClose}
    title="The webhook is ready"
    description={
      <>
        Events go to <span className="font-mono text-sm break-all text-ink">{shortUrl(url)}</span>{" "}
        from now on.
      </>
    }
  >
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <section className="grid gap-2">
        <h3 className="text-sm font-medium">Signing secret</h3>
        <SecretReveal webhookId={id} initially={secrets} />
      </section>
      <section className="grid grid-cols-[minmax(0,1fr)] gap-2">
        <h3 className="text-sm font-medium">Check each delivery's signature</h3>
        <Verification url={url} />
      </section>
    </div>
    <DialogActions>
      <Button onClick={onClose}>Done</Button>
      <Button asChild variant="primary">
        <Link href={`/webhooks/${id}`}>Open webhook</Link>
      </Button>
    </DialogActions>
  </Dialog>
);
