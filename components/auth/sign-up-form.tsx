"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import Link from "next/link";
import { useState } from "react";
import { Controller, useForm } from "react-hook-form";
import { z } from "zod";
import { post } from "@/components/api";
import { CurrencySelect } from "@/components/currency-select";
import { useHydrated, useSubmit } from "@/components/forms";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { RequestFailure } from "@/components/ui/request-failure";
import { TextField } from "@/components/ui/text-field";
import { leaveFor, signInWith } from "./credentials";
import { linkClasses } from "./link";
import { NewPassword, shortestPassword } from "./new-password";

const NewStore = z.object({
  storeName: z.string().trim().min(1, "Enter the store's name."),
  name: z.string().trim().min(1, "Enter your name."),
  email: z.email("Enter an e-mail address, such as you@example.com."),
  password: NewPassword,
  currency: z.string(),
});

/** Creates a store with its first owner, then signs in. */
export function SignUpForm() {
  const hydrated = useHydrated();
  const [leaving, setLeaving] = useState(false);
  const form = useForm({
    resolver: zodResolver(NewStore),
    defaultValues: { storeName: "", name: "", email: "", password: "", currency: "USD" },
  });
  const { errors, isSubmitting } = form.formState;

  const { submit, failure } = useSubmit(form, async (store) => {
    await post("/api/portal/sign-up", store);
    setLeaving(true);
    const refused = await signInWith(store.email, store.password);
    leaveFor(refused ? "/sign-in" : null);
  });

  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight">Create a store</h1>
      <p className="mt-1 text-muted">You become its owner and can make an API key right away.</p>
      <form method="post" noValidate onSubmit={submit} className="mt-8 grid gap-5">
        {failure && <RequestFailure error={failure} />}
        <TextField
          label="Store name"
          error={errors.storeName?.message}
          autoComplete="organization"
          {...form.register("storeName")}
        />
        <Field
          label="Currency"
          help="New cards start with it. A card of another currency can be made any time."
          error={errors.currency?.message}
        >
          {(control) => (
            <Controller
              control={form.control}
              name="currency"
              render={({ field }) => (
                <CurrencySelect {...control} value={field.value} onValueChange={field.onChange} />
              )}
            />
          )}
        </Field>
        <TextField
          label="Your name"
          error={errors.name?.message}
          autoComplete="name"
          {...form.register("name")}
        />
        <TextField
          label="E-mail address"
          error={errors.email?.message}
          type="email"
          autoComplete="email"
          {...form.register("email")}
        />
        <TextField
          label="Password"
          help={`At least ${shortestPassword} characters.`}
          error={errors.password?.message}
          type="password"
          autoComplete="new-password"
          {...form.register("password")}
        />
        <Button
          type="submit"
          variant="primary"
          disabled={!hydrated}
          busy={isSubmitting || leaving}
          className="w-full"
        >
          Create store
        </Button>
      </form>
      <p className="mt-6 text-muted">
        Already have a store?{" "}
        <Link href="/sign-in" className={linkClasses}>
          Sign in
        </Link>
      </p>
    </>
  );
}
