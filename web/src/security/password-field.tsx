import { PasswordInput } from '@mantine/core';
import { showPassword } from '../shared/forms/show-password.ts';

interface PasswordFieldProps {
  value: string;
  onChange: (password: string) => void;
  /** Why it was refused. */
  error?: string | null;
}

/** An open session does not prove who is at the computer, so the password is required again. */
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
