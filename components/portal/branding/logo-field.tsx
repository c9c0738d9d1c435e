import { useMutation } from "@tanstack/react-query";
import { ImageUp, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ChangeEvent, useId, useRef, useState } from "react";
import { put, remove } from "@/components/kit/api/api";
import { refusalInWords } from "@/components/kit/api/refusal-words";
import type { Branding } from "@/components/kit/api/types";
import { StoreLogo } from "@/components/kit/store/store-logo";
import { Button } from "@/components/kit/ui/button";
import { FieldGroup } from "@/components/kit/ui/field";
import { useShowSaved } from "./use-branding";

const maxBytes = 2 * 1024 * 1024;

/** The file's content in base64. */
const base64Of = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ""));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });

/** The logo, with buttons to upload or replace and to remove it. Each saves at once. */
export function LogoField({ branding: { logoUrl } }: { branding: Branding }) {
  const t = useTranslations("branding");
  const tc = useTranslations("common");
  const showSaved = useShowSaved();
  const input = useRef<HTMLInputElement>(null);
  const [tooLarge, setTooLarge] = useState(false);
  const helpId = useId();
  const upload = useMutation({
    mutationFn: async (file: File) =>
      put("/api/portal/branding/logo", { image: await base64Of(file) }),
    onSuccess: (saved) => showSaved(saved, t("logo.saved")),
  });
  const removal = useMutation({
    mutationFn: () => remove("/api/portal/branding/logo"),
    onSuccess: (saved) => showSaved(saved, t("logo.removed")),
  });
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    // So that the same file can be chosen again.
    target.value = "";
    removal.reset();
    upload.reset();
    setTooLarge(Boolean(file && file.size > maxBytes));
    if (file && file.size <= maxBytes) upload.mutate(file);
  };
  const failure = upload.error ?? removal.error;
  const error = tooLarge ? t("logo.tooLarge") : failure && refusalInWords(tc, failure);
  return (
    <FieldGroup legend={t("logo.label")} {...(error && { error })}>
      <div className="flex flex-wrap items-center gap-3">
        <div className="grid h-20 w-40 place-items-center overflow-hidden rounded-md border bg-sunken p-2">
          {logoUrl ? (
            <StoreLogo url={logoUrl} alt={t("logo.alt")} className="h-16 max-w-full" />
          ) : (
            <span className="text-sm text-muted">{t("logo.none")}</span>
          )}
        </div>
        <Button
          busy={upload.isPending}
          disabled={removal.isPending}
          aria-describedby={helpId}
          onClick={() => input.current?.click()}
        >
          <ImageUp aria-hidden />
          {t(logoUrl ? "logo.replace" : "logo.upload")}
        </Button>
        {logoUrl && (
          <Button
            variant="ghost"
            busy={removal.isPending}
            disabled={upload.isPending}
            onClick={() => {
              upload.reset();
              removal.mutate();
            }}
          >
            <Trash2 aria-hidden />
            {t("logo.remove")}
          </Button>
        )}
      </div>
      <input
        ref={input}
        type="file"
        aria-label={t("logo.upload")}
        accept="image/png,image/jpeg,image/webp,image/gif"
        onChange={choose}
        hidden
      />
      <p id={helpId} className="text-sm text-muted">
        {t("logo.help")}
      </p>
    </FieldGroup>
  );
}
