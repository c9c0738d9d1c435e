"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { post, url } from "@/components/api";

/** A card's code, which is asked for each time it is shown and forgotten when it is hidden. */
export function useCode(uuid: string) {
  const [code, setCode] = useState<string | null>(null);
  const reveal = useMutation({
    mutationFn: () => post(url("/api/portal/cards/{uuid}/code", { uuid }), {}),
    onSuccess: (revealed) => setCode(revealed.code),
  });
  return {
    code,
    busy: reveal.isPending,
    error: reveal.error,
    show: () => reveal.mutateAsync(),
    hide: () => setCode(null),
  };
}
