import type { Metadata } from "next";
import { SuppressionsView } from "@/components/mail/suppressions-view";

export const metadata: Metadata = { title: "Email" };

export default SuppressionsView;
