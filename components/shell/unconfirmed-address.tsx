import { MailCheck } from "lucide-react";
import { useRouter } from "next/navigation";
import { ApiError } from "@/components/api";
import { usePost } from "@/components/queries";
import { useSession } from "@/components/session";
import { toast, toastError } from "@/components/toast";
import { Button } from "@/components/ui/button";

/** Reminds the person to confirm their email until they do. */
export function UnconfirmedAddress() {
  const { user } = useSession();
  const router = useRouter();
  const resend = usePost("/api/portal/address/send", {
    done: () => toast(`A link is on its way to ${user.email}`),
    failed: (error) => {
      // Most likely confirmed in another tab; refresh to show that.
      if (error instanceof ApiError && error.fields.length > 0) router.refresh();
      toastError(error);
    },
  });
  if (user.isConfirmed) return null;
  return (
    <section
      aria-label="Confirm your address"
      className="flex items-center gap-2 border-b bg-sunken px-4 py-1.5 text-sm text-muted md:px-8"
    >
      <MailCheck className="hidden size-4 shrink-0 md:block" aria-hidden />
      <p className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        Confirm your address: open the link we mailed to{" "}
        <b className="font-medium text-ink">{user.email}</b>.
      </p>
      <Button
        variant="ghost"
        className="-mr-3 shrink-0"
        busy={resend.isPending}
        onClick={() => resend.mutate({})}
      >
        Send it again
      </Button>
    </section>
  );
}
