import { Button, CloseButton, FileButton, Progress, Text } from '@mantine/core';
import { IconFile, IconPaperclip, IconUpload } from '@tabler/icons-react';
import { type DragEvent, useRef, useState } from 'react';
import { fileSizeText } from '../format/file-size-text.ts';
import classes from './upload-form.module.css';

/** The file fields of a call in the contract. */
interface Takes {
  largest: number;
  types: readonly string[];
  kinds: string;
  /** Advice about files with another extension. */
  instead?: Readonly<Record<string, string>>;
}
const megabytes = (bytes: number): string => `${bytes / 1024 / 1024} MB at most`;

/**
 * Why a file would never be taken, as far as its name and size say; its content is looked into
 * when it comes in..
 */
function refusalOf({ name, size }: File, takes: Takes): string | null {
  const { largest, types, kinds, instead } = takes;
  const ending = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  // for an accepted type the server reports errors after reading the content
  const mended =
    !types.includes(ending) && instead && Object.hasOwn(instead, ending)
      ? instead[ending]
      : undefined;
  if (mended !== undefined) return mended;
  if (!types.includes(ending)) return `This kind of file is not accepted. Please use ${kinds}.`;
  if (size === 0) return 'The file is empty.';
  return size > largest ? `The file is too large (${megabytes(largest)}).` : null;
}

const holdsFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes('Files');

interface UploadFormProps {
  /** The noun of the upload: 'Exam batch'. */
  label: string;
  takes: Takes;
  /** How much of the file has left, from 0 to 1; null: it is not on its way. */
  share: number | null;
  /** The verb of the button: 'Upload' by default. */
  action?: string;
  /** Something besides the file is missing. */
  closed?: boolean;
  /** The file that waits to be sent. */
  file: File | null;
  onFile: (file: File | null) => void;
  onSend: (file: File) => void;
}

/** One place for one file, by button or dropped on it, then the button that sends it. */
export function UploadForm({
  label,
  takes,
  share,
  action = 'Upload',
  closed = false,
  file,
  onFile,
  onSend,
}: UploadFormProps) {
  const [over, setOver] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const forget = useRef<() => void>(null);
  const busy = share !== null;
  const choose = (files: readonly File[]) => {
    const [one] = files;
    forget.current?.(); // else the same file could not be chosen once more
    if (!one) return;
    const trouble = files.length > 1 ? 'Please choose one file.' : refusalOf(one, takes);
    setRefusal(trouble);
    onFile(trouble === null ? one : null);
  };
  return (
    <form
      aria-label={label}
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (file && !busy && !closed) onSend(file);
      }}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping adds to the button inside */}
      <div
        className={classes.drop}
        data-over={over || undefined}
        onDragOver={(event) => {
          if (busy || !holdsFiles(event)) return;
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
        }}
        onDrop={(event) => {
          if (busy || !holdsFiles(event)) return;
          event.preventDefault();
          setOver(false);
          choose([...event.dataTransfer.files]);
        }}
      >
        {file ? (
          <div className={classes.file}>
            <IconFile size={18} stroke={1.8} aria-hidden="true" />
            <span className={classes.name}>{file.name}</span>
            <span className={`num ${classes.size}`}>
              {busy ? sentText(share) : fileSizeText(file.size)}
            </span>
            <CloseButton
              aria-label="Remove the file"
              disabled={busy}
              onClick={() => {
                onFile(null);
                button.current?.focus();
              }}
            />
          </div>
        ) : (
          <IconUpload size={28} stroke={1.5} aria-hidden="true" className={classes.icon} />
        )}
        {busy && (
          <Progress w="100%" value={100 * share} aria-label={`Upload of ${file?.name ?? label}`} />
        )}
        <div className={classes.choose}>
          <FileButton
            resetRef={forget}
            onChange={(one) => choose(one ? [one] : [])}
            accept={takes.types.map((type) => `.${type}`).join(',')}
            disabled={busy}
          >
            {(props) => (
              <Button
                {...props}
                ref={button}
                variant="default"
                disabled={busy}
                leftSection={<IconPaperclip size={16} stroke={1.8} aria-hidden="true" />}
              >
                {file ? 'Change file' : 'Choose file'}
              </Button>
            )}
          </FileButton>
          <Text c="dimmed">or drop it here</Text>
        </div>
        <Text c="dimmed" ta="center">
          {takes.kinds}, {megabytes(takes.largest)}
        </Text>
        {refusal && (
          <Text c="var(--mantine-color-error)" role="alert">
            {refusal}
          </Text>
        )}
      </div>
      <div className={classes.send}>
        <Button type="submit" disabled={!file || closed} loading={busy}>
          {action}
        </Button>
        {!file && <Text c="dimmed">Please choose a file.</Text>}
      </div>
    </form>
  );
}

const sentText = (share: number): string =>
  share < 1 ? `${Math.round(100 * share)}%` : 'Reading the file';
