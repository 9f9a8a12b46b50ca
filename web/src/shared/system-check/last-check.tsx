import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Text } from '@mantine/core';
import { type SystemFindings, systemParts } from '@portal/contract/sessions/system-findings';
import { IconDeviceDesktopCheck, IconDeviceDesktopX } from '@tabler/icons-react';
import { useAnswer } from '../api/calls.ts';
import { api } from '../api/client.ts';
import { useMayFor, useStudentInView } from '../api/student-in-view.tsx';
import { instantText } from '../format/dates.ts';
import { Note } from '../ui/feedback.tsx';
import { findingTexts, textOf } from './finding-text.ts';

export const systemCheckCall = api.getSystemCheck;

/** Opens in a tab of its own: there, and only there, the portal may ask for the camera. */
export function SystemCheckLink({ children }: { children: string }) {
  return (
    <Anchor href="/system-check" target="_blank" rel="noopener">
      {children}
    </Anchor>
  );
}

/** The problems found, as sentences, in the order of the checks. */
export const troublesOf = (check: SystemFindings): string[] =>
  systemParts.flatMap((part) => {
    const finding = check[part];
    return finding === null ? [] : [textOf(findingTexts, part, finding) ?? part];
  });

/**
 * How the computer of the student last did, for student and office; the student can try it any day
 * before. Nothing while it is not known.
 */
export function LastCheck() {
  const mayRead = useMayFor('system_check.read');
  const isForStaff = useStudentInView() !== null;
  const { data } = useAnswer(systemCheckCall, {}, { enabled: mayRead });
  if (!data) return null;
  const { check } = data;
  if (!check)
    return isForStaff ? (
      <Text c="dimmed">
        <Trans>The student has not made the system check yet.</Trans>
      </Text>
    ) : (
      <Text>
        <Trans>
          <SystemCheckLink>Check your computer</SystemCheckLink> any day before the exam: camera,
          microphone, connection, browser and screen.
        </Trans>
      </Text>
    );
  const troubles = troublesOf(check);
  const checked = instantText(check.checkedAt);
  const when = check.device ? t`Checked ${checked} on ${check.device}.` : t`Checked ${checked}.`;
  return (
    <Note
      tone={troubles.length === 0 ? 'moss' : 'brass'}
      icon={troubles.length === 0 ? IconDeviceDesktopCheck : IconDeviceDesktopX}
    >
      <b>
        {troubles.length === 0
          ? t`The computer is ready for the online exam.`
          : t`The computer is not ready for the online exam.`}
      </b>{' '}
      {troubles.join(' ')} {when}{' '}
      {!isForStaff && <SystemCheckLink>{t`Check again`}</SystemCheckLink>}
    </Note>
  );
}
