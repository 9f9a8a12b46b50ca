import { type ReactNode, useId } from 'react';
import classes from './choice-card.module.css';

interface ChoiceGroupProps {
  legend: string;
  /** Keeps the legend for screen readers only, where a heading already says it. */
  hideLegend?: boolean;
  error?: string | undefined;
  children: ReactNode;
}

/** Cards of which one is chosen. */
export function ChoiceGroup({ legend, hideLegend = false, error, children }: ChoiceGroupProps) {
  const errorId = useId();
  return (
    <fieldset className={classes.group} aria-describedby={error ? errorId : undefined}>
      <legend className={hideLegend ? classes.hidden : classes.legend}>{legend}</legend>
      <div className={classes.cards}>{children}</div>
      {error && (
        <p className={classes.error} id={errorId} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}

interface ChoiceCardProps {
  /** One name for all cards of a group. */
  name: string;
  value: string;
  checked: boolean;
  onChoose: (value: string) => void;
  /** Stays in its place; the note says why. */
  disabled?: boolean;
  title: ReactNode;
  note?: ReactNode;
  /** Before the title: a card's logo, a calendar tile. */
  icon?: ReactNode;
  /** At the right: a price. */
  right?: ReactNode;
  /** A further control inside the frame, such as a stepper. */
  beside?: ReactNode;
  /** Belongs to this choice and shows below it: the form of a new card. */
  children?: ReactNode;
  /** Leaves the ring out, where a tile at the left says enough. */
  hideRing?: boolean;
}

/**
 * A choice as a card: the whole card is the target. A radio button of the browser itself, so arrow
 * keys work as everywhere.
 */
export function ChoiceCard({
  name,
  value,
  checked,
  onChoose,
  disabled = false,
  title,
  note,
  icon,
  right,
  beside,
  children,
  hideRing,
}: ChoiceCardProps) {
  return (
    <div
      className={classes.card}
      data-checked={checked || undefined}
      data-disabled={disabled || undefined}
    >
      <div className={classes.line}>
        <label className={classes.label}>
          <input
            className={hideRing ? classes.hidden : classes.ring}
            type="radio"
            name={name}
            value={value}
            checked={checked}
            disabled={disabled}
            onChange={() => onChoose(value)}
          />
          {icon}
          <span className={classes.text}>
            <span className={classes.title}>{title}</span>
            {note && <span className={classes.note}>{note}</span>}
          </span>
          {right && <span className={classes.right}>{right}</span>}
        </label>
        {beside && <div className={classes.beside}>{beside}</div>}
      </div>
      {checked && children && <div className={classes.inside}>{children}</div>}
    </div>
  );
}
