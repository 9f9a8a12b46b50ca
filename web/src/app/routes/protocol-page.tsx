import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Title } from '@mantine/core';
import { Brand } from '../../shared/page/mark.tsx';
import { useTitle } from '../../shared/page/use-title.ts';
import classes from './protocol-page.module.css';

const parts: readonly { heading: string; lines: readonly string[] }[] = [
  {
    heading: t`System requirements`,
    lines: [
      t`A desktop or laptop computer with a working camera, microphone and speakers. Phones and tablets cannot be used.`,
      t`A current version of Chrome, Edge or Firefox, and a stable internet connection for the whole exam.`,
      t`Close all other programs before you begin, and connect the computer to power.`,
    ],
  },
  {
    heading: t`Identification`,
    lines: [
      t`Have a government-issued photo ID at hand. You show it to the camera before the exam begins. The name on it must be the name on your account.`,
    ],
  },
  {
    heading: t`A clear desk`,
    lines: [
      t`Only the computer, your ID and what the exam lists under allowed resources may be on the desk.`,
      t`You show the desk and the room to the camera before the exam begins.`,
    ],
  },
  {
    heading: t`No devices`,
    lines: [
      t`Phones, watches, headphones, second screens and other devices must be switched off and out of reach.`,
    ],
  },
  {
    heading: t`Stay visible`,
    lines: [
      t`Your face and hands must be in view of the camera during the whole exam. Do not leave your seat.`,
    ],
  },
  {
    heading: t`Be alone and in a quiet place`,
    lines: [
      t`Nobody else may be in the room, speak to you or be heard. Choose a place where you will not be disturbed.`,
    ],
  },
  {
    heading: t`The session is recorded`,
    lines: [
      t`Camera, microphone and screen are recorded from sign-in to the end of the exam, and may be looked at afterwards.`,
    ],
  },
  {
    heading: t`Disqualification`,
    lines: [
      t`A violation of these rules ends the exam. The exam is then graded as disqualified, and fees and credits are not returned.`,
    ],
  },
];

/** S-11: the rules of an online exam, in a tab of their own. */
export function ProtocolPage() {
  useTitle(t`Exam protocol`);
  return (
    <main className={classes.page}>
      <Brand />
      <Title order={1}>
        <Trans>Exam protocol</Trans>
      </Title>
      <p>
        <Trans>These rules hold for every exam that is taken online with a proctor.</Trans>
      </p>
      {parts.map(({ heading, lines }) => (
        <section key={heading}>
          <Title order={2}>{heading}</Title>
          {lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </section>
      ))}
    </main>
  );
}
