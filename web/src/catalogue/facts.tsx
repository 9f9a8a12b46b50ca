import { Fragment } from 'react';
import { tableDayOf } from '../shared/format/dates.ts';
import classes from './catalogue.module.css';

interface FactsProps {
  /** Title and text; facts without text are left out. */
  facts: readonly (readonly [string, string])[];
  /** The author of the last change. */
  change?: { lastChange: string | null; lastChangeBy: string | null };
}

/** A catalogue item as text. */
export function Facts({ facts, change }: FactsProps) {
  const last =
    change?.lastChange && change.lastChangeBy
      ? ([['Last change', `${tableDayOf(change.lastChange)} by ${change.lastChangeBy}`]] as const)
      : [];
  return (
    <dl className={classes.facts}>
      {[...facts, ...last]
        .filter(([, text]) => text !== '')
        .map(([title, text]) => (
          <Fragment key={title}>
            <dt>{title}</dt>
            <dd>
              <bdi>{text}</bdi>
            </dd>
          </Fragment>
        ))}
    </dl>
  );
}
