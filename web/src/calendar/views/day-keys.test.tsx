import { afterEach, expect, test } from '@jest/globals';
import { act, cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useRef, useState } from 'react';
import { useDayKeys } from './day-keys.ts';

afterEach(cleanup);

/** The days in view, which follow the keys when the test says so. */
let draw = (_days: readonly string[]) => {};
function Days({ onDay, onEnter }: Record<'onDay' | 'onEnter', (day: string) => void>) {
  const [days, setDays] = useState<readonly string[]>(['2027-01-30', '2027-01-31']);
  draw = setDays;
  const table = useRef<HTMLTableElement>(null);
  const onKey = useDayKeys({ table, onDay, onEnter });
  return (
    <table ref={table}>
      <tbody>
        <tr>
          {days.map((day) => (
            <td key={day}>
              <button type="button" data-day={day} onKeyDown={(event) => onKey(event, day)}>
                {day}
              </button>
            </td>
          ))}
        </tr>
      </tbody>
    </table>
  );
}

test('a key that comes before the day of the last one is drawn goes on from there', async () => {
  const [walked, opened]: [string[], string[]] = [[], []];
  render(<Days onDay={(day) => walked.push(day)} onEnter={(day) => opened.push(day)} />);
  screen.getByText('2027-01-31').focus();
  await userEvent.keyboard('{ArrowDown}{ArrowRight}{Enter}');
  expect([walked, opened]).toEqual([['2027-02-07', '2027-02-08'], ['2027-02-08']]);
  act(() => draw(['2027-02-07', '2027-02-08']));
  expect(document.activeElement?.textContent).toBe('2027-02-08');
});

test('a day in view has the focus at once; keys continue from a focused day', async () => {
  const walked: string[] = [];
  render(<Days onDay={(day) => walked.push(day)} onEnter={() => {}} />);
  screen.getByText('2027-01-30').focus();
  await userEvent.keyboard('{ArrowRight}');
  expect(document.activeElement?.textContent).toBe('2027-01-31');
  await userEvent.keyboard('{ArrowDown}');
  act(() => screen.getByText('2027-01-30').focus());
  await userEvent.keyboard('{ArrowRight}');
  expect(walked).toEqual(['2027-01-31', '2027-02-07', '2027-01-31']);
});
