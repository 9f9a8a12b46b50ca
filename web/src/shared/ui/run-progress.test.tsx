import { afterEach, expect, test } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import { show } from '../testing.tsx';
import { RunProgress } from './run-progress.tsx';

afterEach(cleanup);

test('long work says how far it is, in words and as a bar', () => {
  show(<RunProgress label="Registering students" done={1200} total={4800} />);
  expect(screen.getByRole('status').textContent).toBe('1,200 of 4,800 done');
  const bar = screen.getByRole('progressbar', { name: 'Registering students' });
  expect(bar.getAttribute('aria-valuenow')).toBe('25');
});

test('work of nothing is not half done, and each failure has its line', () => {
  const failures = ['Biology: no seat is left', 'Ethics: already registered'];
  show(<RunProgress label="Registering students" done={0} total={0} failures={failures} />);
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('0');
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(failures);
});
