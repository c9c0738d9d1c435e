"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { ApiError, post } from "@/components/api";
import { CodeForm } from "./code-form";
import { Heading } from "./heading";

const problems: Record<string, string> = {
  not_found: "No card has this code. Compare it with the card, letter by letter.",
  card_not_active: "This card isn't active. The store it comes from can tell why.",
  card_already_claimed: "This card is in somebody else's wallet already.",
};

const problemOf = (error: unknown) =>
  error instanceof ApiError ? problems[error.code] : undefined;

/** Adds a printed card to the wallet. */
export function ClaimForm() {
  const router = useRouter();
  const client = useQueryClient();
  const claim = async (code: string) => {
    const card = await post("/api/wallet/claim", { code });
    await client.invalidateQueries({ queryKey: ["wallet"] });
    router.push(`/wallet/cards/${card.uuid}`);
  };
  return (
    <>
      <Heading
        title="Add a card"
        purpose="Type the code of a card you hold. It is then yours in this wallet, and nobody else can add it."
        parent={{ href: "/wallet", label: "Your cards" }}
      />
      <CodeForm verb="Add to my wallet" act={claim} problemOf={problemOf} />
    </>
  );
}
