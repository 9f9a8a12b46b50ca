import { PasswordInput } from '@mantine/core';
import { showPassword } from '../shared/forms/show-password.ts';

interface PasswordFieldProps {
  value: string;
  onChange: (password: string) => void;
  /** Why it was refused. */
  error?: string | null;
}

/** An open session alone does not show who sits there: the password is asked for again. */
export const PasswordField = ({ value, onChange, error = null }: PasswordFieldProps) => (
  <PasswordInput
    {...showPassword}
    label="Your password"
    autoComplete="current-password"
    data-autofocus
    value={value}
    error={error}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
  />
);
