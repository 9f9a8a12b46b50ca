import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, CloseButton, FileButton, Progress, Text } from '@mantine/core';
import { assignmentFileTypes } from '@portal/contract/courses/assignment-file';
import type { Assignment } from '@portal/contract/courses/assignments';
import { IconAlertCircle, IconFile, IconPaperclip } from '@tabler/icons-react';
import { type DragEvent, useRef, useState } from 'react';
import { fileSizeText } from '../shared/format/file-size-text.ts';
import { AssignmentHead } from './assignment-head.tsx';
import classes from './assignments.module.css';
import type { Chosen } from './use-uploads.ts';

const accepted = assignmentFileTypes.map((type) => `.${type}`).join(',');
const holdsFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes('Files');

interface AssignmentFileProps {
  assignment: Assignment;
  chosen: Chosen | null;
  disabled: boolean;
  onChoose: (files: File[]) => void;
  onRemove: () => void;
}

/** One assignment with the place for its file: by button, or dropped on the whole row. */
export function AssignmentFile({
  assignment,
  chosen,
  disabled,
  onChoose,
  onRemove,
}: AssignmentFileProps) {
  const [over, setOver] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const forget = useRef<() => void>(null);
  const name = assignment.courseAssignmentName;
  const label = chosen
    ? t`Change file`
    : assignment.studentAssignmentUploaded
      ? t`Replace file`
      : t`Choose file`;
  const choose = (file: File | null) => {
    if (file) onChoose([file]);
    forget.current?.(); // else the same file could not be chosen once more
  };
  const drop = (event: DragEvent) => {
    if (disabled || !holdsFiles(event)) return;
    event.preventDefault();
    setOver(false);
    onChoose([...event.dataTransfer.files]);
  };
  return (
    <li
      className={classes.item}
      data-over={over || undefined}
      onDragOver={(event) => {
        if (disabled || !holdsFiles(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={drop}
    >
      <AssignmentHead assignment={assignment} />
      {chosen && <ChosenFile chosen={chosen} />}
      <div className={classes.choose}>
        <FileButton resetRef={forget} onChange={choose} accept={accepted} disabled={disabled}>
          {(props) => (
            <Button
              {...props}
              ref={button}
              variant="default"
              disabled={disabled}
              aria-label={t`${label} for ${name}`}
              leftSection={<IconPaperclip size={18} stroke={1.8} aria-hidden="true" />}
            >
              {label}
            </Button>
          )}
        </FileButton>
        {chosen ? (
          <CloseButton
            size={44}
            iconSize={20}
            aria-label={t`Remove the file for ${name}`}
            disabled={disabled}
            onClick={() => {
              onRemove();
              button.current?.focus();
            }}
          />
        ) : (
          !disabled && (
            <Text c="dimmed" className={classes.orDrop}>
              <Trans>or drop it here</Trans>
            </Text>
          )
        )}
      </div>
    </li>
  );
}

/** The chosen file: its size, its upload progress, or why it was refused. */
function ChosenFile({ chosen: { file, share, error } }: { chosen: Chosen }) {
  const percent = Math.round(100 * (share ?? 0));
  return (
    <div className={classes.file}>
      <div className={classes.fileLine}>
        <IconFile size={18} stroke={1.8} aria-hidden="true" />
        <span className={classes.fileName}>{file.name}</span>
        <span className={`num ${classes.fileSize}`}>
          {share === null ? fileSizeText(file.size) : percent < 100 ? `${percent}%` : t`Sending on`}
        </span>
      </div>
      {share !== null && (
        <Progress
          value={percent}
          size={8}
          radius="xl"
          color="lapis"
          aria-label={t`Upload of ${file.name}`}
        />
      )}
      {error !== null && (
        <Text c="var(--mantine-color-error)" className={classes.fileError} role="alert">
          <IconAlertCircle size={18} stroke={1.8} aria-hidden="true" />
          {error}
        </Text>
      )}
    </div>
  );
}
