import { Title } from '@mantine/core';
import { Brand } from '../../shared/page/mark.tsx';
import { useTitle } from '../../shared/page/use-title.ts';
import classes from './protocol-page.module.css';

const parts: readonly { heading: string; lines: readonly string[] }[] = [
  {
    heading: 'System requirements',
    lines: [
      'A desktop or laptop computer with a working camera, microphone and speakers. Phones and tablets cannot be used.',
      'A current version of Chrome, Edge or Firefox, and a stable internet connection for the whole exam.',
      'Close all other programs before you begin, and connect the computer to power.',
    ],
  },
  {
    heading: 'Identification',
    lines: [
      'Have a government-issued photo ID at hand. You show it to the camera before the exam begins. The name on it must be the name on your account.',
    ],
  },
  {
    heading: 'A clear desk',
    lines: [
      'Only the computer, your ID and what the exam lists under allowed resources may be on the desk.',
      'You show the desk and the room to the camera before the exam begins.',
    ],
  },
  {
    heading: 'No devices',
    lines: [
      'Phones, watches, headphones, second screens and other devices must be switched off and out of reach.',
    ],
  },
  {
    heading: 'Stay visible',
    lines: [
      'Your face and hands must be in view of the camera during the whole exam. Do not leave your seat.',
    ],
  },
  {
    heading: 'Be alone and in a quiet place',
    lines: [
      'Nobody else may be in the room, speak to you or be heard. Choose a place where you will not be disturbed.',
    ],
  },
  {
    heading: 'The session is recorded',
    lines: [
      'Camera, microphone and screen are recorded from sign-in to the end of the exam, and may be looked at afterwards.',
    ],
  },
  {
    heading: 'Disqualification',
    lines: [
      'A violation of these rules ends the exam. The exam is then graded as disqualified, and fees and credits are not returned.',
    ],
  },
];

/** S-11: the rules of an online exam, in a tab of their own. */
export function ProtocolPage() {
  useTitle('Exam protocol');
  return (
    <main className={classes.page}>
      <Brand />
      <Title order={1}>Exam protocol</Title>
      <p>These rules hold for every exam that is taken online with a proctor.</p>
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
