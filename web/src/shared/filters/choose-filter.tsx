import { SearchSelect } from '../forms/search-select.tsx';

interface ChooseFilterProps<Value extends string> {
  label: string;
  /** What can be asked for, each in its words. */
  choices: readonly { value: Value; label: string }[];
  /** What the address says, which may be anything. */
  value: string | undefined;
  onChange: (value: string | null) => void;
}

/** One thing that a table can be asked for; nothing chosen: for all. */
export const ChooseFilter = <Value extends string>({
  label,
  choices,
  value,
  onChange,
}: ChooseFilterProps<Value>) => (
  <SearchSelect
    label={label}
    placeholder="All"
    clearable
    searchable={choices.length > 8}
    data={choices}
    value={value ?? null}
    onChange={onChange}
  />
);
