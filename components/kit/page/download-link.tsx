import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ComponentProps, type ReactNode, useState } from "react";
import { type ApiError, lossOf, refusalOf, unreachable } from "@/components/kit/api/api";
import { refusalInWords } from "@/components/kit/api/refusal-words";
import { Button } from "@/components/kit/ui/button";
import { toast } from "./toast";

type Props = {
  href: string;
  variant?: ComponentProps<typeof Button>["variant"];
  /** Shown instead of `children`, which then are the tooltip. */
  icon?: ReactNode;
  children: ReactNode;
};

/**
 * Downloads the file at `href` through a hidden iframe, so that the browser saves it while the
 * server is still writing it. The iframe loads a document only if the download fails.
 */
export function DownloadLink({ href, variant, icon, children }: Props) {
  const t = useTranslations("common");
  const [started, setStarted] = useState<{ href: string; time: number } | null>(null);
  const refused = useMutation<never, ApiError, ApiError>({
    mutationFn: (refusal) => Promise.reject(refusal),
    onError: (refusal) => {
      if (!lossOf(refusal)) toast(refusalInWords(t, refusal));
    },
  });
  return (
    <>
      <Button asChild {...(icon ? { variant: "ghost", size: "icon-sm" } : { variant })}>
        <a
          href={href}
          download
          data-tip={icon ? true : undefined}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return;
            event.preventDefault();
            setStarted({ href, time: Date.now() });
          }}
        >
          {icon ?? <Download aria-hidden />}
          <span className={icon ? "sr-only" : undefined}>{children}</span>
        </a>
      </Button>
      {started && (
        <iframe
          key={started.time}
          hidden
          src={started.href}
          title={t("actions.download")}
          onLoad={({ currentTarget }) => {
            const loaded = currentTarget.contentDocument;
            if (loaded?.URL !== "about:blank") refused.mutate(refusalIn(loaded));
          }}
        />
      )}
    </>
  );
}

type ExportProps = { href: string; label: string; icon?: ReactNode };

/** Downloads a list as it is filtered: an icon in the list's bar. */
export const ExportLink = ({ href, label, icon = <Download aria-hidden /> }: ExportProps) => (
  <DownloadLink icon={icon} href={href}>
    {label}
  </DownloadLink>
);

/** Parses the error in the download iframe. An unreadable document means that there was no response. */
function refusalIn(loaded: Document | null): ApiError {
  if (!loaded) return unreachable();
  const text = loaded.querySelector("pre")?.textContent ?? loaded.body.textContent;
  try {
    return refusalOf(0, JSON.parse(text ?? ""));
  } catch {
    return unreachable();
  }
}

/** Saves text as a file without putting the text in a URL. */
export const saveText = (name: string, text: string): void =>
  saveFile(name, new Blob([text], { type: "text/plain" }));

export function saveFile(name: string, content: Blob): void {
  const file = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = file;
  link.download = name;
  link.click();
  URL.revokeObjectURL(file);
}
