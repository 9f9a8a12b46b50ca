import { IconMinus, IconPlus } from '@tabler/icons-react';
import classes from './stepper.module.css';

interface StepperProps {
  value: number;
  min: number;
  max: number;
  onChange: (value: number) => void;
  /** What is counted, for the buttons' names: 'credit'. */
  unit: string;
  disabled?: boolean;
}

/** A small number with a button for one less and one for one more. */
export function Stepper({ value, min, max, onChange, unit, disabled = false }: StepperProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would ask for a legend in sight
    <div className={classes.stepper} role="group" aria-label={`Number of ${unit}s`}>
      <button type="button" aria-label={`One ${unit} less`} disabled={disabled || value <= min} onClick={() => onChange(value - 1)}>
        <IconMinus size={18} stroke={1.8} aria-hidden="true" />
      </button>
      <output className="num">{value}</output>
      <button type="button" aria-label={`One ${unit} more`} disabled={disabled || value >= max} onClick={() => onChange(value + 1)}>
        <IconPlus size={18} stroke={1.8} aria-hidden="true" />
      </button>
    </div>
  );
}
