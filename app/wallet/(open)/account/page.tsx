import type { Metadata } from "next";
import { AccountView } from "@/components/wallet/account-view";

export const metadata: Metadata = { title: "Account" };

export default AccountView;
