import { useState } from "react";
import * as z from "zod/mini";
import { ActionDialog } from "@/components/action-dialog";
import { patch, post, url } from "@/components/api";
import { ConfirmDialog } from "@/components/confirm-dialog";
import { FormRadio, FormSelect } from "@/components/form-fields";
import { typedName } from "@/components/form-schemas";
import { FormField, FormText } from "@/components/form-text";
import { useSession } from "@/components/session";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { CodeBlock } from "@/components/ui/code-block";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { FieldGroup } from "@/components/ui/field";
import { formatDay, Time } from "@/components/ui/format";
import { SecretField } from "@/components/ui/secret-field";
import { API_SCOPES } from "@/lib/roles";
import { type ApiKey, curlFor, scopeWords } from "./words";

type RevealedKey = { apiKey: ApiKey; secret: string; former?: string };
type Props = { apiKey: ApiKey; onClose: () => void };

const queryKeysToRefresh = [["keys"]];
const KeyNameSchema = typedName("Give the key a name, such as the till it is for.");

const NewKeySchema = z.object({
  name: KeyNameSchema,
  shape: z.enum(["A", "B"]),
  scopes: z.array(z.enum(API_SCOPES)).check(z.minLength(1, "Allow at least one thing.")),
  validDays: z.enum(["never", "30", "90", "365"]),
});

const validities = [
  { value: "never", label: "Never" },
  { value: "30", label: "In 30 days" },
  { value: "90", label: "In 90 days" },
  { value: "365", label: "In a year" },
];

const shapes = [
  { value: "A", label: "A", help: "balanceCents, cardType. For new integrations" },
  { value: "B", label: "B", help: "balance_cents, card_type. If your till's manual says so" },
];

const dayMs = 24 * 60 * 60 * 1_000;

export function CreateKeyDialog({ onClose }: { onClose: () => void }) {
  const { merchant } = useSession();
  const [openedAtMs] = useState(() => Date.now());
  const [created, setCreated] = useState<RevealedKey | null>(null);
  const expiryOf = (validDays: string) =>
    validDays === "never" ? null : new Date(openedAtMs + Number(validDays) * dayMs);
  const expiryHelp = (expiry: Date | null) =>
    expiry
      ? `Its requests are refused from ${formatDay(expiry, merchant.timeZone)} on. Roll it before then.`
      : "It works until somebody revokes it.";

  if (created) return <ShownKey {...created} onClose={onClose} />;
  return (
    <ActionDialog
      onClose={onClose}
      title="Create an API key"
      verb="Create key"
      schema={NewKeySchema}
      defaults={{ name: "", shape: "A", scopes: [...API_SCOPES], validDays: "never" }}
      renamed={{ expiresAt: "validDays" }}
      send={({ validDays, ...key }, idempotencyKey) => {
        const expiresAt = expiryOf(validDays)?.toISOString() ?? null;
        return post("/api/portal/keys", { ...key, expiresAt }, idempotencyKey);
      }}
      refresh={queryKeysToRefresh}
      done={({ key, secret }) => setCreated({ apiKey: key, secret })}
    >
      {(form) => (
        <>
          <FormText
            form={form}
            name="name"
            label="Name"
            help="What will use it, such as “Till 2” or “Web shop”."
            autoComplete="off"
          />
          <FormField form={form} name="scopes">
            {({ value, onChange, error }) => (
              <FieldGroup legend="Allowed" error={error}>
                <div className="grid gap-2.5 sm:grid-cols-2">
                  {API_SCOPES.map((scope) => (
                    <Checkbox
                      key={scope}
                      checked={value.includes(scope)}
                      onCheckedChange={(checked) =>
                        onChange(
                          API_SCOPES.filter((one) =>
                            one === scope ? checked : value.includes(one),
                          ),
                        )
                      }
                      {...scopeWords[scope]}
                    />
                  ))}
                </div>
              </FieldGroup>
            )}
          </FormField>
          <FormRadio form={form} name="shape" legend="Shape of the answers" options={shapes} />
          <FormSelect
            form={form}
            name="validDays"
            label="Expires"
            help={expiryHelp(expiryOf(form.watch("validDays")))}
            options={validities}
          />
        </>
      )}
    </ActionDialog>
  );
}

export const RenameKeyDialog = ({ apiKey, onClose }: Props) => (
  <ActionDialog
    onClose={onClose}
    title={`Rename “${apiKey.name}”`}
    verb="Rename key"
    schema={z.object({ name: KeyNameSchema })}
    defaults={{ name: apiKey.name }}
    send={(typed) => patch(url("/api/portal/keys/{id}", { id: apiKey.id }), typed)}
    refresh={queryKeysToRefresh}
    done={onClose}
  >
    {(form) => (
      <FormText
        form={form}
        name="name"
        label="Name"
        help="The key goes on working as before."
        autoComplete="off"
      />
    )}
  </ActionDialog>
);

const LastUse = ({ apiKey: { lastUsedAt } }: { apiKey: ApiKey }) =>
  lastUsedAt ? (
    <>
      It was last used <Time at={lastUsedAt} />.
    </>
  ) : (
    "It has never been used."
  );

export const RevokeKeyDialog = ({ apiKey, onClose }: Props) => (
  <ConfirmDialog
    onClose={onClose}
    title={`Revoke “${apiKey.name}”`}
    consequence={
      <>
        <b className="font-semibold text-ink">
          Within 1 second every request with {apiKey.prefix}…{apiKey.last4} is refused.
        </b>{" "}
        <LastUse apiKey={apiKey} /> It can't be brought back.
      </>
    }
    proof={{ label: "Type its last four:", text: apiKey.last4 }}
    verb="Revoke key"
    send={(_, key) => post(url("/api/portal/keys/{id}/revoke", { id: apiKey.id }), {}, key)}
    refresh={queryKeysToRefresh}
    toast={() => `“${apiKey.name}” revoked`}
  />
);

const overlaps = [
  { value: "24", label: "24 hours", help: "Time to change it in a day" },
  { value: "168", label: "7 days", help: "For many tills, or a release" },
  { value: "1", label: "1 hour", help: "You change it right now" },
  { value: "0", label: "Not at all", help: "It leaked: it stops at once" },
] as const;

const OverlapSchema = z.object({ overlap: z.enum(overlaps.map(({ value }) => value)) });
type OverlapHours = 0 | 1 | 24 | 168;

/** Creates a replacement for a key. Both work during the overlap. */
export function RollKeyDialog({ apiKey, onClose }: Props) {
  const [rolled, setRolled] = useState<RevealedKey | null>(null);
  if (rolled) return <ShownKey {...rolled} onClose={onClose} />;
  return (
    <ActionDialog
      onClose={onClose}
      title={`Roll “${apiKey.name}”`}
      description={
        <>
          Makes a new key with the same name, shape and permissions, to put wherever{" "}
          <span className="font-mono">
            {apiKey.prefix}…{apiKey.last4}
          </span>{" "}
          is in use. <LastUse apiKey={apiKey} />
        </>
      }
      verb="Roll key"
      schema={OverlapSchema}
      defaults={{ overlap: "24" }}
      send={({ overlap }, idempotencyKey) => {
        const overlapHours = Number(overlap) as OverlapHours;
        const path = url("/api/portal/keys/{id}/roll", { id: apiKey.id });
        return post(path, { overlapHours }, idempotencyKey);
      }}
      refresh={queryKeysToRefresh}
      done={({ key, secret }, { overlap }) =>
        setRolled({ apiKey: key, secret, former: formerWords(apiKey, overlap) })
      }
    >
      {(form) => (
        <>
          <FormRadio
            form={form}
            name="overlap"
            legend="The old key goes on working for"
            options={overlaps}
          />
          <p className="text-sm text-muted">
            {apiKey.expiresAt &&
              "The new key is given as long a life as the old one had, which ends no later than it would have. "}
            While both work, each has limits of its own.
          </p>
        </>
      )}
    </ActionDialog>
  );
}

function formerWords({ prefix, last4 }: ApiKey, overlap: string): string {
  const old = `The old key, ${prefix}…${last4},`;
  if (overlap === "0") return `${old} works no longer.`;
  const chosen = overlaps.find(({ value }) => value === overlap);
  return `${old} works for ${chosen?.label} more at most; put the new one in its place before.`;
}

const ShownKey = ({ apiKey, secret, former, onClose }: RevealedKey & { onClose: () => void }) => (
  <Dialog onClose={onClose} title={`“${apiKey.name}” is ready`} description={former}>
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
