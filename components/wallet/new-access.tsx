import { useState } from "react";
import * as z from "zod/mini";
import { ActionDialog } from "@/components/action-dialog";
import { post } from "@/components/api";
import { FormSelect } from "@/components/form-fields";
import { FormText } from "@/components/form-text";
import { Button } from "@/components/ui/button";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { SecretField } from "@/components/ui/secret-field";

const periods = [
  { value: "1", label: "One day" },
  { value: "30", label: "30 days" },
  { value: "365", label: "One year" },
];

/** Creates a shop's access code, which is shown once. */
export function NewAccess({ onClose }: { onClose: () => void }) {
  const [secret, setSecret] = useState<string | null>(null);
  if (secret) {
    return (
      <Dialog onClose={onClose} title="Access for a shop">
        <SecretField
          secret={secret}
          label="Access code"
          warning="Copy it now: it is not shown again. Give it to that shop alone."
        />
        <DialogActions>
          <Button variant="primary" onClick={onClose} size="lg">
            Done
          </Button>
        </DialogActions>
      </Dialog>
    );
  }
  return (
    <ActionDialog
      onClose={onClose}
      title="Give a shop access"
      description="Its app can then add gift cards to your wallet, and nothing else."
      verb="Make the code"
      size="lg"
      schema={z.object({
        name: z.string().check(z.trim(), z.minLength(1, "Enter the shop's name.")),
        days: z.string(),
      })}
      defaults={{ name: "", days: "30" }}
      send={({ name, days }) =>
        post("/api/wallet/tokens", { name, days: Number(days) as 1 | 30 | 365 })
      }
      refresh={[["wallet", "tokens"]]}
      done={(created) => setSecret(created.secret)}
    >
      {(form) => (
        <>
          <FormText form={form} name="name" label="Shop" maxLength={100} autoComplete="off" />
          <FormSelect form={form} name="days" label="For how long" options={periods} />
        </>
      )}
    </ActionDialog>
  );
}
