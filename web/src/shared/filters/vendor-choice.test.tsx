import { afterEach, expect, test } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { show } from '../testing.tsx';
import { VendorChoice, vendorsOf } from './vendor-choice.tsx';

afterEach(cleanup);

const exam = (vendor_id: number, vendor_name: string) => ({ vendor_id, vendor_name });
const few = [exam(1, 'TAL'), exam(4, 'CIS'), exam(1, 'TAL'), exam(3, 'CCC')];

function choose(exams: typeof few, value = '') {
  const chosen: string[] = [];
  show(
    <VendorChoice
      vendors={vendorsOf(exams)}
      value={value}
      onChange={(vendor) => void chosen.push(vendor)}
    />,
  );
  return chosen;
}

test('vendors are those of the exams, each once and by name', () => {
  expect(vendorsOf([...few, exam(90, 'Aleph')])).toEqual([
    { value: '90', label: 'Aleph' },
    { value: '3', label: 'CCC' },
    { value: '4', label: 'CIS' },
    { value: '1', label: 'TAL' },
  ]);
});

test('a few stand side by side, one that the office added among them', async () => {
  const chosen = choose([...few, exam(90, 'Aleph')], '4');
  expect(screen.getByRole('radio', { name: 'CIS' })).toHaveProperty('checked', true);
  await userEvent.click(screen.getByRole('radio', { name: 'Aleph' }));
  await userEvent.click(screen.getByRole('radio', { name: 'All' }));
  expect(chosen).toEqual(['90', '']);
});

test('many are a list to choose from', async () => {
  const chosen = choose([...few, exam(90, 'Aleph'), exam(91, 'Beth')]);
  expect(screen.queryByRole('radio')).toBeNull();
  await userEvent.click(screen.getByRole('combobox', { name: 'Vendor' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Beth', hidden: true }));
  expect(chosen).toEqual(['91']);
});
