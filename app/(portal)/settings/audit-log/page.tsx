import type { Metadata } from "next";

export const metadata: Metadata = { title: "Audit log" };

export { AuditView as default } from "@/components/audit/audit-view";
