"use client";

import { useEffect } from "react";

const name = "scrip-store";

/** Tells the browser's other tabs that the session has turned to another store. */
export function announceStore(merchantId: string) {
  const channel = new BroadcastChannel(name);
  channel.postMessage(merchantId);
  channel.close();
}

/** Leaves for the session's store when another tab turned to it: this page would act on that one. */
export function useFollowStore(merchantId: string) {
  useEffect(() => {
    const channel = new BroadcastChannel(name);
    channel.onmessage = ({ data }) => {
      if (data !== merchantId) window.location.assign("/");
    };
    return () => channel.close();
  }, [merchantId]);
}
