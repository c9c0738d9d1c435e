import dynamic from "next/dynamic";

/** A QR code whose drawing is fetched when the first one is shown. */
export const LazyQrCode = dynamic(() =>
  import("@/components/ui/qr-code").then(({ QrCode }) => QrCode),
);
