import { headers } from "next/headers";
import type { ReactNode } from "react";
import { operations } from "@/app/api/wallet/operations";
import { firstDataOf, readInProcess } from "@/app/read-first-data";
import { FirstData } from "@/components/kit/api/first-data";
import type { Load } from "@/components/kit/api/read-options";
import { routerOf } from "@/lib/api/kernel/serve";
import { requestOfPage } from "@/lib/api/kernel/sessions";
import { currentWallet } from "./wallet-session";

const findOperation = routerOf(operations, "/api/wallet");

const readOfWallet = async (url: string): Promise<unknown> =>
  readInProcess(findOperation, requestOfPage(url, new Headers(await headers()), null));

type Props = { reads: (load: Load) => Promise<unknown>; children: ReactNode };

/** Gives the page below its first data of the open wallet with the HTML, so that nothing moves when it is there. */
export async function WithWalletData({ reads, children }: Props) {
  // The layout sends visitors to sign-in.
  if (!(await currentWallet())) return children;
  return <FirstData state={await firstDataOf(readOfWallet, reads)}>{children}</FirstData>;
}
