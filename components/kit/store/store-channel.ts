import { useEffect } from "react";

const channelName = "scrip-store";

/** Tells the browser's other tabs that the session switched stores. */
export function announceStore(merchantId: string) {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(merchantId);
  channel.close();
}

/** Leaves this page when another tab switches stores, because its actions would affect the wrong store. */
export function useLeaveOnStoreSwitch(merchantId: string) {
  useEffect(() => {
    const channel = new BroadcastChannel(channelName);
    channel.onmessage = ({ data }) => {
      if (data !== merchantId) window.location.assign("/");
    };
    return () => channel.close();
  }, [merchantId]);
}
