import { Checkbox } from "@/components/ui/checkbox";
import { FieldGroup } from "@/components/ui/field";
import { RadioGroup } from "@/components/ui/radio-group";
import { API_SCOPES, type ApiScope, type Shape } from "@/lib/context";
import { scopeWords } from "./words";

type ScopeProps = {
  value: ApiScope[];
  onChange: (scopes: ApiScope[]) => void;
  error: string | undefined;
};

/** What the key may do. */
export const ScopeChoice = ({ value, onChange, error }: ScopeProps) => (
  <FieldGroup legend="Allowed" error={error}>
    <div className="grid gap-2.5 sm:grid-cols-2">
      {API_SCOPES.map((scope) => (
        <Checkbox
          key={scope}
          checked={value.includes(scope)}
          onCheckedChange={(checked) =>
            onChange(API_SCOPES.filter((each) => (each === scope ? checked : value.includes(each))))
          }
          {...scopeWords[scope]}
        />
      ))}
    </div>
  </FieldGroup>
);

type ShapeProps = {
  value: Shape;
  onChange: (shape: Shape) => void;
  error: string | undefined;
};

/** How answers to the key are written. */
export const ShapeChoice = ({ value, onChange, error }: ShapeProps) => (
  <FieldGroup legend="Shape of the answers" error={error}>
    <RadioGroup
      label="Shape of the answers"
      value={value}
      onValueChange={onChange}
      options={[
        { value: "A", label: "A", help: "balanceCents, cardType. For new integrations" },
        { value: "B", label: "B", help: "balance_cents, card_type. If your till's manual says so" },
      ]}
    />
  </FieldGroup>
);
