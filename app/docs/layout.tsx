import type { Metadata } from "next";
import type { ReactNode } from "react";
import { Messages } from "@/app/messages";
import { DocsFrame } from "@/components/docs/frame";
import { detailEntries, navGroups } from "@/components/docs/pages";
import { reference } from "./reference";

export const metadata: Metadata = {
  title: { default: "API reference · Scrip", template: "%s · API reference · Scrip" },
};

export default function DocsLayout({ children }: { children: ReactNode }) {
  return (
    <Messages areas={["docs"]}>
      <DocsFrame groups={navGroups(reference().operations)} details={detailEntries}>
        {children}
      </DocsFrame>
    </Messages>
  );
}
