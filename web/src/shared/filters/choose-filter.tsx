import { SearchSelect } from '../forms/search-select.tsx';

interface ChooseFilterProps<Value extends string> {
  label: string;
  /** The values and their labels. */
  choices: readonly { value: Value; label: string }[];
  /** The value of the address, which may be invalid. */
  value: string | undefined;
  onChange: (value: string | null) => void;
}

/** The filter of a table by one field; without a choice: all rows. */
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
