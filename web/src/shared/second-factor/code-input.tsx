import { TextInput } from '@mantine/core';

interface CodeInputProps {
  label: string;
  value: string;
  onChange: (code: string) => void;
}

/** Six digits of an authenticator app; a phone may autofill them. */
export const CodeInput = ({ label, value, onChange }: CodeInputProps) => (
  <TextInput
    label={label}
    value={value}
    onChange={({ currentTarget }) => onChange(currentTarget.value.replace(/\D/g, '').slice(0, 6))}
    inputMode="numeric"
    autoComplete="one-time-code"
    maxLength={7}
    data-autofocus
  />
);
