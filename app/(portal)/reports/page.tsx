import type { Metadata } from "next";

export const metadata: Metadata = { title: "Reports" };

export { ReportsView as default } from "@/components/reports/reports-view";
