import { cva, type VariantProps } from "class-variance-authority";
import { Info } from "lucide-react";
import type { ReactNode } from "react";

const noticeClasses = cva("flex items-start gap-2.5 rounded-md border px-4 py-3", {
  variants: {
    tone: {
      info: "border-info-line bg-info-tint text-info",
      attention: "border-attention-line bg-attention-tint text-attention",
      danger: "border-danger-line bg-danger-tint text-danger",
    },
  },
});

type Props = Required<VariantProps<typeof noticeClasses>> & { children: ReactNode };

export const Notice = ({ tone, children }: Props) => (
  <div className={noticeClasses({ tone })}>
    <Info className="mt-0.5 size-4 shrink-0" aria-hidden />
    <p>{children}</p>
  </div>
);
