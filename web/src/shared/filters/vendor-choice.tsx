import { SegmentedControl } from '@mantine/core';
import { useAnswer } from '../api/calls.ts';
import { api } from '../api/client.ts';
import { SearchSelect } from '../forms/search-select.tsx';

interface Choice {
  value: string;
  label: string;
}
/** More of them do not fit beside each other on a phone. */
const MAX_SIDE_BY_SIDE = 4;

/** Each vendor of some exams once, by name. */
export const vendorsOf = (exams: readonly { vendor_id: number; vendor_name: string }[]): Choice[] =>
  [...new Map(exams.map(({ vendor_id, vendor_name }) => [vendor_id, vendor_name]))]
    .map(([id, label]) => ({ value: String(id), label }))
    .sort((a, b) => a.label.localeCompare(b.label, 'en'));

/** Returns every vendor with exams, also one that the office added (C-O25), for all staff. */
export function useVendors(): Choice[] {
  const exams = useAnswer(api.getAllActiveExams, {}, { fresh: 60_000 });
  return vendorsOf(exams.data ?? []);
}

interface VendorChoiceProps {
  vendors: readonly Choice[];
  /** Empty: all. */
  value: string;
  onChange: (vendor: string) => void;
  fullWidth?: boolean;
}

/** One vendor or all of them. */
export function VendorChoice({ vendors, value, onChange, fullWidth = false }: VendorChoiceProps) {
  const shown = vendors.some((vendor) => vendor.value === value) ? value : '';
  return vendors.length > MAX_SIDE_BY_SIDE ? (
    <SearchSelect
      aria-label="Vendor"
      placeholder="All"
      data={[...vendors]}
      value={shown || null}
      onChange={(vendor) => onChange(vendor ?? '')}
      clearable
      comboboxProps={{ withinPortal: false }}
    />
  ) : (
    <SegmentedControl
      aria-label="Vendor"
      data={[{ value: '', label: 'All' }, ...vendors]}
      value={shown}
      onChange={onChange}
      fullWidth={fullWidth}
    />
  );
}
