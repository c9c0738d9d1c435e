"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { ApiError, post } from "@/components/api";
import { useHydrated, useSubmit } from "@/components/forms";
import { Button } from "@/components/ui/button";
import { RequestFailure } from "@/components/ui/request-failure";
import { CodeField } from "./code-field";
import { Heading } from "./heading";
import type { OwnCard } from "./types";

const Typed = z.object({ code: z.string().check(z.trim(), z.minLength(1, "Enter the code.")) });

const problems: Record<string, string> = {
  not_found: "No card has this code. Compare it with the card, letter by letter.",
  card_not_active: "This card isn't active. The store it comes from can tell why.",
  card_already_claimed: "This card is in somebody else's wallet already.",
};

/** Puts a printed card into the wallet. */
export function ClaimForm() {
  const hydrated = useHydrated();
  const router = useRouter();
  const client = useQueryClient();
  const form = useForm({ resolver: zodResolver(Typed), defaultValues: { code: "" } });
  const { errors, isSubmitting } = form.formState;
  const { submit, failure } = useSubmit(form, async ({ code }) => {
    try {
      const card = await post<OwnCard>("/api/wallet/claim", { code });
      await client.invalidateQueries({ queryKey: ["wallet"] });
      router.push(`/wallet/cards/${card.uuid}`);
    } catch (error) {
      const problem = error instanceof ApiError ? problems[error.code] : undefined;
      if (problem === undefined) throw error;
      form.setError("code", { message: problem }, { shouldFocus: true });
    }
  });
  return (
    <>
      <Heading
        title="Add a card"
        purpose="Type the code of a card you hold. It is then yours in this wallet, and nobody else can add it."
        parent={{ href: "/wallet", label: "Your cards" }}
      />
      <form method="post" noValidate onSubmit={submit} className="grid gap-5">
        {failure && <RequestFailure error={failure} />}
        <CodeField error={errors.code?.message} {...form.register("code")} />
        <Button
          type="submit"
          variant="primary"
          disabled={!hydrated}
          busy={isSubmitting}
          className="w-full md:h-11"
        >
          Add to my wallet
        </Button>
      </form>
    </>
  );
}
