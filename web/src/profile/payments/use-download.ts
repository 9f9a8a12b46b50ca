import { useState } from 'react';
import { saveFile } from '../../shared/table/csv.ts';

interface Download {
  /** Which one is on its way. */
  busy: string | null;
  failure: Error | null;
  /** The name of the last one that came. */
  saved: string | null;
  start: (id: string, read: () => Promise<{ name: string; content: Blob }>) => Promise<void>;
}

/** Asks for a file and hands it to the person, one at a time. */
export function useDownload(): Download {
  const [busy, setBusy] = useState<string | null>(null);
  const [failure, setFailure] = useState<Error | null>(null);
  const [saved, setSaved] = useState<string | null>(null);
  const start: Download['start'] = async (id, read) => {
    setBusy(id);
    setFailure(null);
    setSaved(null);
    try {
      const { name, content } = await read();
      saveFile(name, content);
      setSaved(name);
    } catch (error) {
      setFailure(error as Error);
    } finally {
      setBusy(null);
    }
  };
  return { busy, failure, saved, start };
}
