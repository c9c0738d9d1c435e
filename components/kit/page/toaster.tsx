import Link from "next/link";
import { useTranslations } from "next-intl";
import { Toaster as Sonner, toast } from "sonner";

export type ToastLink = { href: string; label: string };

export const Toaster = () => (
  <Sonner
    position="bottom-right"
    containerAriaLabel={useTranslations("common")("notices")}
    // Sonner's own style sheet sets another font.
    style={{ fontFamily: "inherit" }}
    toastOptions={{
      unstyled: true,
      classNames: {
        toast:
          // Clickable even while a modal dialog disables pointer events.
          "pointer-events-auto flex w-full items-center gap-3 rounded-md bg-ink px-4 py-3 text-base text-canvas shadow-float",
        content: "min-w-0 flex-1",
      },
    }}
  />
);

export function showToast(message: string, way: ToastLink | undefined): void {
  const id = toast(message, {
    action: way && (
      <Link
        href={way.href}
        onClick={() => toast.dismiss(id)}
        className="-my-1 shrink-0 rounded-sm px-2 py-1 font-medium underline underline-offset-4 hover:no-underline focus-visible:outline-canvas"
      >
        {way.label}
      </Link>
    ),
  });
}
