import type { Role } from "@/components/types";
import { FieldGroup } from "@/components/ui/field";
import { RadioGroup } from "@/components/ui/radio-group";
import { roles, roleWords } from "./words";

type Props = { value: Role; onChange: (role: Role) => void; error: string | undefined };

/** Which role somebody is given. */
export const RoleChoice = ({ value, onChange, error }: Props) => (
  <FieldGroup legend="Role" error={error}>
    <RadioGroup
      label="Role"
      value={value}
      onValueChange={onChange}
      options={roles.map((role) => ({ value: role, ...roleWords[role] }))}
    />
  </FieldGroup>
);
