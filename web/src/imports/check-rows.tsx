import { NativeSelect, Text, VisuallyHidden } from '@mantine/core';
import { tableDay } from '../shared/format/dates.ts';
import { ToneBadge } from '../shared/ui/tone-badge.tsx';
import type { ImportChoice, StudentImportRow } from './api.ts';
import classes from './imports.module.css';
import { choiceWords, stateLooks } from './state-looks.ts';

type Match = StudentImportRow['matches'][number];

/** A matching person on record, as far as the caller may see the record. */
const MatchSummary = ({ match }: { match: Match }) => (
  <dl className={classes.known}>
    <dt>On record</dt>
    <dd>
      <bdi>{`${match.firstName} ${match.lastName}`}</bdi>
    </dd>
    {match.id === 0 ? (
      <dd className={classes.dim}>In another school</dd>
    ) : (
      <>
        <dd className={classes.dim}>{match.schoolName ?? 'No school'}</dd>
        <dd className={classes.dim}>
          {[tableDay(match.dob), match.ssn, match.email, match.jseId && `JSE ${match.jseId}`]
            .filter(Boolean)
            .join(' · ')}
        </dd>
      </>
    )}
  </dl>
);

interface CheckRowsProps {
  rows: readonly StudentImportRow[];
  choiceOf: (row: StudentImportRow) => ImportChoice;
  onChoice: (row: StudentImportRow, choice: ImportChoice) => void;
}

/** The rows of a page: each with its state, its matching record and the chosen action. */
export const CheckRows = ({ rows, choiceOf, onChoice }: CheckRowsProps) => (
  <ul className={classes.rows} aria-label="Rows">
    {rows.map((row) => {
      const { word, tone, icon } = stateLooks[row.what];
      return (
        <li key={row.row}>
          <span className={`num ${classes.number}`}>{`Row ${row.row}`}</span>
          <span className={classes.state}>
            <ToneBadge tone={tone} icon={icon}>
              {word}
            </ToneBadge>
          </span>
          <div className={classes.sides}>
            <dl className={classes.known}>
              {row.matches.length > 0 ? (
                <dt>In the file</dt>
              ) : (
                <VisuallyHidden component="dt">In the file</VisuallyHidden>
              )}
              <dd>
                <bdi>{row.name || 'No name'}</bdi>
              </dd>
              {row.cohort && <dd className={classes.dim}>{`Cohort ${row.cohort}`}</dd>}
              {row.errors.map(({ path, message }) => (
                <dd key={`${path} ${message}`} className={classes.wrong}>
                  {message}
                </dd>
              ))}
              {row.notes.map(({ path, message }) => (
                <dd key={path} className={classes.changed}>
                  {message}
                </dd>
              ))}
            </dl>
            {row.matches.map((match, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: those who may not be seen have no id
              <MatchSummary key={at} match={match} />
            ))}
          </div>
          {row.choices.length > 1 ? (
            <NativeSelect
              className={classes.choice ?? ''}
              aria-label={`What to do with row ${row.row}`}
              data={row.choices.map((choice) => ({ value: choice, label: choiceWords[choice] }))}
              value={choiceOf(row)}
              onChange={({ currentTarget: { value } }) => onChoice(row, value as ImportChoice)}
            />
          ) : (
            <Text className={classes.choice ?? ''} c="dimmed" fz="sm">
              Skipped
            </Text>
          )}
        </li>
      );
    })}
  </ul>
);
