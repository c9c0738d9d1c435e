import { useTranslations } from "next-intl";
import { ShowOnceDialog } from "@/components/kit/dialog/show-once-dialog";
import { CodeBlock } from "@/components/kit/ui/code-block";
import { SecretField } from "@/components/kit/ui/secret-field";
import { type ApiKey, curlFor } from "./words";

export type RevealedKey = { apiKey: ApiKey; secret: string; former?: string };

type Props = RevealedKey & { onClose: () => void };

/** Shows a new key, once. `former` says what happens to the key that it replaces. */
export function ShownKey({ apiKey, secret, former, onClose }: Props) {
  const t = useTranslations("keys");
  return (
    <ShowOnceDialog
      onSaved={onClose}
      title={t("created.title", { name: apiKey.name })}
      description={former}
    >
      <div className="grid gap-5">
        <SecretField secret={secret} label={t("created.secret")} warning={t("created.warning")} />
        <div className="grid gap-2">
          <p className="text-sm font-medium">{t("created.tryIt")}</p>
          <CodeBlock
            copyLabel={t("created.copyCommand")}
            code={curlFor(secret, apiKey.scopes, window.location.origin)}
          />
        </div>
      </div>
    </ShowOnceDialog>
  );
}
