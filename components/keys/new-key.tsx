import type { ApiKey } from "@/components/keys/words";
import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { SecretField } from "@/components/ui/secret-field";
import { curlFor } from "./words";

type Props = {
  apiKey: ApiKey;
  secret: string;
  onClose: () => void;
  /** What becomes of the key whose place it takes. */
  former?: string;
};

/** The one time a key is shown whole. */
export const NewKey = ({ apiKey, secret, onClose, former }: Props) => (
  <Dialog open onOpenChange={onClose} title={`“${apiKey.name}” is ready`} description={former}>
    <div className="grid gap-5">
      <SecretField
        secret={secret}
        label="API key"
        warning="Copy it now: it is shown only this once. If it gets lost, revoke it and make another."
      />
      <div className="grid gap-2">
        <p className="text-sm font-medium">Try it</p>
        <CodeBlock
          what="the command"
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
