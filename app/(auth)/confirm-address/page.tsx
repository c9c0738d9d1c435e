import type { Metadata } from "next";
import { ConfirmAddress } from "@/components/auth/confirm-address";

export const metadata: Metadata = { title: "Confirm your address", robots: { index: false } };

export default ConfirmAddress;
