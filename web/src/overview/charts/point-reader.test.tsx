import { afterEach, expect, test } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { show } from '../../shared/testing.tsx';
import type { Chart } from '../api.ts';
import { PointReader } from './point-reader.tsx';
import type { PointAt } from './walk-points.ts';

afterEach(cleanup);

const data: Chart = {
  unit: 'count',
  total: 1,
  asOf: '2026-11-03T15:00:00.000Z',
  series: [
    {
      name: 'Registrations',
      points: [
        { x: '2026-11-01', y: 2, href: '/rows?day=1' },
        { x: '2026-11-02', y: 3, href: '/rows?day=2' },
      ],
    },
  ],
};

function Reader() {
  const [at, setAt] = useState<PointAt | null>(null);
  return <PointReader data={data} at={at} onMove={setAt} />;
}

test('the point in view names the arrow keys, and the next one takes the focus', async () => {
  show(<Reader />);
  const latest = screen.getByRole('link', {
    name: 'Registrations, Nov 2, 2026: 3',
    description: 'Arrow keys walk the points, Enter opens the list.',
  });
  latest.focus();
  await userEvent.keyboard('{ArrowLeft}');

  const before = screen.getByRole('link', { name: 'Registrations, Nov 1, 2026: 2' });
  expect(document.activeElement).toBe(before);
});
