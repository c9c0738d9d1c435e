import type { Metadata } from "next";
import { TestModeView } from "@/components/test-mode/test-mode-view";

export const metadata: Metadata = { title: "Test mode" };

export default TestModeView;
