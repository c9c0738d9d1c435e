import dynamic from "next/dynamic";

export const LazyQrCode = dynamic(() =>
  import("@/components/ui/qr-code").then(({ QrCode }) => QrCode),
);
