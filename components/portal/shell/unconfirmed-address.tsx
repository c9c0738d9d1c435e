import { MailCheck } from "lucide-react";
import { usePathname, useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { ApiError } from "@/components/kit/api/api";
import { usePost } from "@/components/kit/api/queries";
import { useSession } from "@/components/kit/api/session";
import { toast, useToastError } from "@/components/kit/page/toast";
import { Button } from "@/components/kit/ui/button";

/** Emails another confirmation link to the person. */
export function useResendConfirmation() {
  const t = useTranslations("shell");
  const { user } = useSession();
  const router = useRouter();
  const toastError = useToastError();
  return usePost("/api/portal/address/send", {
    refresh: [],
    done: () => toast(t("confirmEmail.sent", { email: user.email })),
    failed: (error) => {
      // Most likely confirmed in another tab; refresh to show that.
      if (error instanceof ApiError && error.fields.length > 0) router.refresh();
      toastError(error);
    },
  });
}

/** Reminds the person to confirm their email until they do, and says what the store can't do until then. */
export function UnconfirmedAddress() {
  const t = useTranslations("shell");
  const { user, merchant } = useSession();
  const resend = useResendConfirmation();
  const pathname = usePathname();
  // The overview has it among what needs attention.
  if (!user.isConfirmed && pathname === "/overview") return null;
  if (user.isConfirmed) return merchant.isConfirmed ? null : <UnconfirmedStore />;
  return (
    <section
      aria-label={t("confirmEmail.label")}
      className="flex items-center gap-2 border-b bg-sunken px-4 py-1.5 text-sm text-muted md:px-8"
    >
      <MailCheck className="hidden size-4 shrink-0 md:block" aria-hidden />
      <p className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        {t.rich("confirmEmail.text", {
          email: user.email,
          b: (text) => <b className="font-medium text-ink">{text}</b>,
        })}
        {!merchant.isConfirmed && ` ${t("confirmEmail.untilThen")}`}
      </p>
      <Button
        variant="ghost"
        className="-mr-3 shrink-0"
        busy={resend.isPending}
        onClick={() => resend.mutate({})}
      >
        {t("confirmEmail.resend")}
      </Button>
    </section>
  );
}

/** For a person whose own email is confirmed, in a store whose owner's is not. */
function UnconfirmedStore() {
  const t = useTranslations("shell");
  return (
    <section
      aria-label={t("confirmEmail.storeLabel")}
      className="flex items-center gap-2 border-b bg-sunken px-4 py-1.5 text-sm text-muted md:px-8"
    >
      <MailCheck className="hidden size-4 shrink-0 md:block" aria-hidden />
      <p className="min-w-0 flex-1">
        {t("confirmEmail.storeText")} {t("confirmEmail.untilThen")}
      </p>
    </section>
  );
}
