import { useState } from 'react';
import { csvOf, saveFile } from './csv.ts';
import type { DataTableProps } from './table-props.ts';

/** The file of all rows and of all columns, hidden ones too; `progress` of one of many pages. */
export function useFile<Row>({
  name,
  columns,
  pageSize,
  readAll,
}: Pick<DataTableProps<Row>, 'name' | 'columns' | 'pageSize' | 'readAll'>) {
  const [busy, setBusy] = useState(false);
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null);
  const [failure, setFailure] = useState<Error | null>(null);
  const save = async () => {
    if (!readAll) return;
    setBusy(true);
    setFailure(null);
    try {
      const rows = await readAll((done, total) => {
        if (total > pageSize) setProgress({ done, total });
      });
      const lines = rows.map((row) => columns.map(({ text }) => text(row)));
      saveFile(`${name}.csv`, csvOf([columns.map(({ title }) => title), ...lines]));
    } catch (error) {
      setFailure(error as Error);
    } finally {
      setBusy(false);
      setProgress(null);
    }
  };
  return { busy, progress, failure, save: () => void save() };
}
