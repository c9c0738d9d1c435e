"use client";

import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { post, url } from "@/components/api";
import { tellRefusal } from "@/components/tell-refusal";
import { toast } from "@/components/toast";
import { Button } from "@/components/ui/button";
import { usePlatformRefresh } from "./use-platform";

type Props = { uuid: string; size?: "sm"; children: ReactNode };

/** Has a card created in the shop, or tried once more; however often it is pressed, once. */
export function QueueButton({ uuid, size, children }: Props) {
  const refresh = usePlatformRefresh();
  const queue = useMutation({
    mutationFn: () => post(url("/api/portal/platform/cards/{uuid}", { uuid }), {}),
    onSuccess: async () => {
      await refresh();
      toast("On its way to the shop");
    },
    onError: tellRefusal,
  });
  return (
    <Button
      size={size}
      className="justify-self-start"
      busy={queue.isPending}
      onClick={() => queue.mutate()}
    >
      {children}
    </Button>
  );
}
