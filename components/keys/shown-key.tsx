import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { SecretField } from "@/components/ui/secret-field";
import { type ApiKey, curlFor } from "./words";

export type RevealedKey = { apiKey: ApiKey; secret: string; former?: string };

/** Shows a new key, once. `former` says what happens to the key that it replaces. */
export const ShownKey = ({
  apiKey,
  secret,
  former,
  onClose,
}: RevealedKey & { onClose: () => void }) => (
  <Dialog onClose={onClose} title={`“${apiKey.name}” is ready`} description={former}>
    <div className="grid gap-5">
      <SecretField
        secret={secret}
        label="API key"
        warning="Copy it now. You won't see it again. If you lose it, revoke it and create another."
      />
      <div className="grid gap-2">
        <p className="text-sm font-medium">Try it</p>
        <CodeBlock
          copyLabel="Copy command"
          code={curlFor(secret, apiKey.scopes, window.location.origin)}
        />
      </div>
    </div>
    <DialogActions>
      <Button variant="primary" onClick={onClose}>
        Done
      </Button>
    </DialogActions>
  </Dialog>
);
