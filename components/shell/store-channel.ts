"use client";

import { useEffect } from "react";

const name = "scrip-store";

/** Tells the browser's other tabs that the session switched stores. */
export function announceStore(merchantId: string) {
  const channel = new BroadcastChannel(name);
  channel.postMessage(merchantId);
  channel.close();
}

/** Leaves this page when another tab switches stores, because its actions would affect the wrong store. */
export function useFollowStore(merchantId: string) {
  useEffect(() => {
    const channel = new BroadcastChannel(name);
    channel.onmessage = ({ data }) => {
      if (data !== merchantId) window.location.assign("/");
    };
    return () => channel.close();
  }, [merchantId]);
}
