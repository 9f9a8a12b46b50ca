import { NumberInput } from '@mantine/core';

interface MoneyInputProps {
  label: string;
  value: number | '';
  error: string | undefined;
  onChange: (dollars: number | '') => void;
}

/** An amount in dollars, with at most two places. */
export const MoneyInput = ({ label, value, error, onChange }: MoneyInputProps) => (
  <NumberInput
    label={label}
    withAsterisk
    prefix="$"
    min={0}
    max={5000}
    decimalScale={2}
    clampBehavior="none"
    value={value}
    error={error}
    onChange={(typed) => onChange(typed === '' ? '' : Number(typed))}
  />
);
