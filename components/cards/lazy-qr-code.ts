import dynamic from "next/dynamic";

/** A QR code, lazy-loaded. */
export const LazyQrCode = dynamic(() =>
  import("@/components/ui/qr-code").then(({ QrCode }) => QrCode),
);
