"use client";

import { Button } from "@/components/ui/button";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { SendTest, useTest } from "./send-test";
import type { Webhook } from "./types";
import { shortUrl } from "./words";

/** Tries a webhook's endpoint with a signed event that changes nothing. */
export function TestDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const test = useTest(webhook);
  return (
    <Dialog
      onClose={onClose}
      title="Send a test"
      description={
        <>
          The event webhook.test goes to{" "}
          <span className="font-mono text-sm break-all text-ink">{shortUrl(webhook.url)}</span>,
          signed like any other. It changes nothing and isn't retried.
        </>
      }
    >
      <SendTest test={test} primary={!test.data} />
      <DialogActions>
        <Button onClick={onClose}>Done</Button>
      </DialogActions>
    </Dialog>
  );
}
