import dynamic from "next/dynamic";

export const LazyBarCode = dynamic(() =>
  import("@/components/ui/bar-code").then(({ BarCode }) => BarCode),
);
