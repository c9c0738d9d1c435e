import type { Metadata } from "next";
import { ClaimForm } from "@/components/wallet/code-forms";

export const metadata: Metadata = { title: "Add a card" };

export default ClaimForm;
