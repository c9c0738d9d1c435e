"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { post } from "@/components/api";

/** A card's code, which is asked for each time it is shown and forgotten when it is hidden. */
export function useCode(uuid: string) {
  const [code, setCode] = useState<string | null>(null);
  const reveal = useMutation({
    mutationFn: () => post<{ code: string }>(`/api/portal/cards/${uuid}/code`, {}),
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
