import dynamic from "next/dynamic";

// Encoders are heavy, so they load with the first code that is shown.
export const LazyQrCode = dynamic(() =>
  import("@/components/kit/ui/qr-code").then(({ QrCode }) => QrCode),
);
export const LazyBarcode = dynamic(() =>
  import("@/components/kit/ui/barcode").then(({ Barcode }) => Barcode),
);
