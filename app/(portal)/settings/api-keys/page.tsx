import type { Metadata } from "next";

export const metadata: Metadata = { title: "API keys" };

export { KeysView as default } from "@/components/keys/keys-view";
