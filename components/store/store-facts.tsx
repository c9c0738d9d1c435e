import type { Store } from "@/components/types";
import { Fact, Facts } from "@/components/ui/facts";
import { Notice } from "@/components/ui/notice";
import { balancePage, validityWords } from "./words";

/** Read-only store settings. */
export const StoreFacts = ({ store }: { store: Store }) => (
  <div className="grid gap-6">
    <Notice tone="info">Owners and managers can change these settings.</Notice>
    <Facts>
      <Fact name="Name">{store.name}</Fact>
      <Fact name="Short name">
        <span className="font-mono text-sm">{store.slug}</span>
      </Fact>
      <Fact name="Balance page">
        <span className="font-mono text-sm wrap-anywhere">{balancePage(store.slug)}</span>
      </Fact>
      <Fact name="Currency of new cards">{store.currency}</Fact>
      <Fact name="Time zone">{store.timeZone.replaceAll("_", " ")}</Fact>
      <Fact name="Cards are valid">{validityWords(store.validityMonths)}</Fact>
      <Fact name="Transfers between stores">{store.transfersEnabled ? "Allowed" : "Off"}</Fact>
    </Facts>
  </div>
);
