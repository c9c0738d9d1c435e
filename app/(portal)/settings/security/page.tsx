import type { Metadata } from "next";

export const metadata: Metadata = { title: "Security" };

export { SecurityView as default } from "@/components/security/security-view";
