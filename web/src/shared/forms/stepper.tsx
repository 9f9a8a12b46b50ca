import { t } from '@lingui/core/macro';
import { IconMinus, IconPlus, type TablerIcon } from '@tabler/icons-react';
import classes from './stepper.module.css';

interface StepperProps {
  value: number;
  min: number;
  max: number;
  onChange: (value: number) => void;
  /** The counted noun, for the buttons' names: 'credit'. */
  unit: string;
  disabled?: boolean;
}

/** A small number with a button for one less and one for one more. */
export function Stepper({ value, min, max, onChange, unit, disabled = false }: StepperProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would ask for a legend in sight
    <div className={classes.stepper} role="group" aria-label={t`Number of ${unit}s`}>
      <Step
        label={t`One ${unit} less`}
        icon={IconMinus}
        isEnd={value <= min}
        disabled={disabled}
        onStep={() => onChange(value - 1)}
      />
      <output className="num">{value}</output>
      <Step
        label={t`One ${unit} more`}
        icon={IconPlus}
        isEnd={value >= max}
        disabled={disabled}
        onStep={() => onChange(value + 1)}
      />
    </div>
  );
}

interface StepProps {
  label: string;
  icon: TablerIcon;
  /** The limit is reached; the button keeps the focus of a person who pressed it repeatedly. */
  isEnd: boolean;
  disabled: boolean;
  onStep: () => void;
}

function Step({ label, icon: Icon, isEnd, disabled, onStep }: StepProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={isEnd}
      disabled={disabled}
      onClick={() => !isEnd && onStep()}
    >
      <Icon size={18} stroke={1.8} aria-hidden="true" />
    </button>
  );
}
