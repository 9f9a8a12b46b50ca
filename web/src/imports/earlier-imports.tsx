import { Anchor, Button, Group, Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import { AddressFilters } from '../shared/filters/address-filters.tsx';
import { ChooseFilter } from '../shared/filters/choose-filter.tsx';
import { choicesOf, oneOf } from '../shared/filters/filter-query.ts';
import { FilterRow } from '../shared/filters/filter-row.tsx';
import { useAddressFilters } from '../shared/filters/use-address-filters.ts';
import { instantText } from '../shared/format/dates.ts';
import { CallError, RowSkeletons } from '../shared/ui/feedback.tsx';
import { type EarlierImport, useImports } from './api.ts';
import { type ImportFilter, importStates, schoolsOf, shownImports } from './earlier-filter.ts';
import classes from './imports.module.css';

const addedText = (count: number): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'student' : 'students'} added`;

/** Days for which a result is stored. */
const KEPT_MS = 30 * 24 * 3_600_000;
const isKept = ({ at }: EarlierImport): boolean => Date.now() - Date.parse(at) < KEPT_MS;

const names = ['school', 'state'] as const;

/** Imports that were run, the newest first. C-O36 */
export function EarlierImports({ onUndo }: { onUndo: (importId: string) => void }) {
  const found = useImports();
  const [filters, filter] = useAddressFilters(names);
  const all = found.data?.imports ?? [];
  const wanted: ImportFilter = {
    school: filters.school,
    state: oneOf(importStates, filters.state),
  };
  const shown = shownImports(all, wanted);
  return (
    <section className={classes.earlier} aria-labelledby="earlier-imports">
      <Group justify="space-between" gap="xs">
        <h2 id="earlier-imports" className={classes.heading}>
          Earlier imports
        </h2>
        {all.length > 0 && <AddressFilters table="student-imports" names={names} />}
      </Group>
      {all.length > 0 && (
        <FilterRow>
          {schoolsOf(all).length > 1 && (
            <ChooseFilter
              label="Imported for"
              choices={schoolsOf(all)}
              value={wanted.school}
              onChange={(value) => filter({ school: value })}
            />
          )}
          <ChooseFilter
            label="State"
            choices={choicesOf(importStates)}
            value={wanted.state}
            onChange={(value) => filter({ state: value })}
          />
        </FilterRow>
      )}
      {found.isPending && <RowSkeletons count={3} />}
      <CallError error={found.error} onRetry={() => void found.refetch()} busy={found.isFetching} />
      {found.data?.imports.length === 0 && <Text c="dimmed">There are no imports yet.</Text>}
      {all.length > 0 && shown.length === 0 && <Text c="dimmed">No results found.</Text>}
      {shown.length > 0 && (
        <ul className={classes.imports}>
          {shown.map((one) => (
            <li key={one.importId}>
              <div>
                {isKept(one) ? (
                  <Anchor component={Link} to={`?run=${one.runId}`} fw={600}>
                    <bdi>{one.fileName}</bdi>
                  </Anchor>
                ) : (
                  <bdi className={classes.name}>{one.fileName}</bdi>
                )}
                <Text fz="sm" c="dimmed">
                  {`${one.schoolName} · ${addedText(one.added)} · ` +
                    `${one.by}, ${instantText(one.at)}`}
                </Text>
              </div>
              {one.undoneAt !== null && (
                <Text fz="sm" c="dimmed">{`Undone ${instantText(one.undoneAt)}`}</Text>
              )}
              {one.mayUndo && (
                <Button
                  variant="default"
                  size="xs"
                  aria-label={`Undo until ${instantText(one.undoUntil)}: ${one.fileName}`}
                  onClick={() => onUndo(one.importId)}
                >
                  {`Undo until ${instantText(one.undoUntil)}`}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
