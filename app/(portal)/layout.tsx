import type { ReactNode } from "react";
import { PortalFrame } from "@/app/portal-frame";
import { requireSession } from "@/app/session";

export default async function PortalLayout({ children }: { children: ReactNode }) {
  return <PortalFrame session={await requireSession()}>{children}</PortalFrame>;
}
