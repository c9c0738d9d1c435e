import type { ComponentProps } from "react";
import { TextField } from "@/components/ui/text-field";
import { shortestPassword } from "./new-password";

type Props = Omit<ComponentProps<typeof TextField>, "label"> & { label?: string };

export const EmailField = ({ label = "E-mail address", ...props }: Props) => (
  <TextField label={label} type="email" {...props} />
);

/** The password one has. */
export const PasswordField = ({ label = "Password", ...props }: Props) => (
  <TextField label={label} type="password" autoComplete="current-password" {...props} />
);

/** A password that is chosen now. */
export const NewPasswordField = ({ label = "Password", ...props }: Props) => (
  <TextField
    label={label}
    help={`At least ${shortestPassword} characters.`}
    type="password"
    autoComplete="new-password"
    {...props}
  />
);
