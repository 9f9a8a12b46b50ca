import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { SearchSelect } from '../../shared/forms/search-select.tsx';
import type { CatalogExam } from '../api.ts';
import classes from '../schools.module.css';
import { examText, SLOTS, VENDORS } from './order.ts';

interface ExamSlotsProps {
  exams: readonly CatalogExam[];
  chosen: readonly (number | null)[];
  onChange: (chosen: readonly (number | null)[]) => void;
}

/** Up to four exams, each by its vendor; typed text finds exams of every vendor.. */
export function ExamSlots({ exams, chosen, onChange }: ExamSlotsProps) {
  return Array.from({ length: SLOTS }, (_, at) => (
    <ExamSlot
      // biome-ignore lint/suspicious/noArrayIndexKey: a slot is its place
      key={at}
      number={at + 1}
      exams={exams}
      taken={new Set(chosen.filter((_exam, other) => other !== at))}
      chosen={chosen[at] ?? null}
      onChoose={(exam) => onChange(chosen.map((one, other) => (other === at ? exam : one)))}
    />
  ));
}

interface ExamSlotProps {
  number: number;
  exams: readonly CatalogExam[];
  /** Exams of other slots. */
  taken: ReadonlySet<number | null>;
  chosen: number | null;
  onChoose: (examId: number | null) => void;
}

function ExamSlot({ number, exams, taken, chosen, onChoose }: ExamSlotProps) {
  const vendorOf = exams.find(({ id }) => id === chosen)?.vendor_id;
  const [vendor, setVendor] = useState<string>(String(vendorOf ?? 3));
  const [typed, setTyped] = useState('');
  const free = exams.filter(({ id }) => !taken.has(id));
  const ofVendor = free.filter(({ vendor_id }) => String(vendor_id) === vendor);
  // typed text is searched at the other vendors too, after this one
  const others = typed === '' ? [] : free.filter(({ vendor_id }) => String(vendor_id) !== vendor);
  const choose = (id: number | null) => {
    const chosenVendor = exams.find((exam) => exam.id === id)?.vendor_id;
    if (chosenVendor !== undefined) setVendor(String(chosenVendor));
    onChoose(id);
  };
  return (
    <div className={classes.slot}>
      <p className={classes.slotName} aria-hidden="true">{`Exam ${number}`}</p>
      <SegmentedControl
        fullWidth
        aria-label={`Vendor of exam ${number}`}
        data={[...VENDORS]}
        value={vendor}
        onChange={(next) => {
          setVendor(next);
          onChoose(null);
        }}
      />
      <SearchSelect
        aria-label={`Exam ${number}`}
        placeholder="Choose an exam"
        clearable
        selectFirstOptionOnDropdownOpen={chosen === null}
        data={[
          ...ofVendor.map((exam) => ({ value: String(exam.id), label: examText(exam) })),
          ...others.map((exam) => ({
            value: String(exam.id),
            label: `${examText(exam)} (${exam.vendor_name})`,
          })),
        ]}
        onSearchChange={setTyped}
        value={chosen === null ? null : String(chosen)}
        onChange={(id) => choose(id === null ? null : Number(id))}
      />
    </div>
  );
}
