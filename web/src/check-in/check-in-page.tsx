import { Anchor, Button, Text, TextInput } from '@mantine/core';
import type { CallAnswer } from '@portal/contract/call';
import { endpoints } from '@portal/contract/gen/endpoints';
import type { checkIn, DayRow, SessionDay } from '@portal/contract/sessions/session-day';
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { answerKey, editAnswer, useAnswer, useCommand } from '../shared/api/calls.ts';
import { api } from '../shared/api/client.ts';
import { clockText } from '../shared/format/dates.ts';
import { useNews } from '../shared/live/use-news.ts';
import { StaffPage } from '../shared/page/staff-page.tsx';
import { useCameraAllowed } from '../shared/page/use-camera-allowed.ts';
import { CallError } from '../shared/ui/feedback.tsx';
import classes from './check-in.module.css';
import { useCamera } from './use-camera.ts';

const dayCall = api.getSessionDay;
const SHOWN_MS = 3000;
const AGAIN_MS = 30_000;

type Scanned = CallAnswer<typeof checkIn>;
interface Shown {
  tone: 'moss' | 'brass' | 'garnet';
  text: string;
  row: DayRow | null;
}
const icons = { moss: IconCircleCheck, brass: IconAlertTriangle, garnet: IconCircleX };

const noPicture = {
  none: 'No camera found.',
  refused: 'The browser may not use the camera. You can allow it next to the address.',
} as const;

function shownOf({ result, row, at }: Scanned): Shown {
  return result === 'arrived'
    ? { tone: 'moss', text: `${row.name} - arrived`, row }
    : { tone: 'brass', text: `${row.name} - already arrived at ${clockText(at ?? '')}`, row };
}

/** O-04: students are checked in by their slips, with a camera or a scanner that types. */
export function CheckInPage() {
  useCameraAllowed();
  const testSessionId = Number(useParams().id);
  const client = useQueryClient();
  const day = useAnswer(dayCall, { testSessionId }, { every: AGAIN_MS });
  // another desk marks arrivals too
  useNews({
    stream: endpoints.sessionEvents,
    about: { testSessionId },
    topics: ['sessionDay'],
    refreshes: [dayCall],
  });
  const [shown, setShown] = useState<Shown | null>(null);
  const scan = useCommand(api.checkIn, {
    onDone: (answer) => {
      setShown(shownOf(answer));
      editAnswer<SessionDay>(client, answerKey(dayCall, { testSessionId }), (known) => ({
        ...known,
        counts: answer.counts,
      }));
    },
  });
  const { error } = scan;
  useEffect(() => {
    if (error) setShown({ tone: 'garnet', text: error.message, row: null });
  }, [error]);
  useEffect(() => {
    if (!shown) return;
    const timer = setTimeout(() => setShown(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [shown]);
  const read = (code: string) => scan.mutate({ testSessionId, code });
  const camera = useCamera(read);

  const counts = day.data?.counts;
  const present = counts ? counts.arrived + counts.left_early : 0;
  const all = counts ? Object.values(counts).reduce((sum, count) => sum + count, 0) : 0;
  const place = day.data?.session;
  const name = place
    ? (place.schoolName ?? place.locationName ?? place.title ?? place.address ?? 'Shipped')
    : 'Session';
  const Icon = shown ? icons[shown.tone] : null;
  return (
    <StaffPage
      title="Check in"
      above={[
        { to: '/admin/calendar', label: 'Calendar' },
        { to: `/admin/session/${testSessionId}`, label: name },
      ]}
    >
      <CallError error={day.error} onRetry={() => void day.refetch()} />
      <div className={classes.columns}>
        <div>
          <video
            ref={camera.video}
            className={classes.picture}
            data-on={camera.state === 'on' || undefined}
            muted
            playsInline
            aria-label="Picture of the camera"
          />
          {(camera.state === 'none' || camera.state === 'refused') && (
            <Text c="dimmed" mb="sm">
              {noPicture[camera.state]} Use a scanner or{' '}
              <Anchor component={Link} to={`/admin/session/${testSessionId}`}>
                the list
              </Anchor>
              .
            </Text>
          )}
          <CodeInput onCode={read} />
        </div>
        <div>
          <p className={classes.counts}>{counts ? `${present} of ${all} arrived` : ''}</p>
          <div role="status" aria-live="assertive" className={classes.result}>
            {shown && Icon && (
              <div className={classes.shown} data-tone={shown.tone}>
                <Icon size={28} stroke={1.8} aria-hidden="true" />
                <div>
                  <bdi>{shown.text}</bdi>
                  {shown.row && <More row={shown.row} />}
                </div>
              </div>
            )}
          </div>
        </div>
      </div>
    </StaffPage>
  );
}

/** Further facts that the check-in staff need. */
function More({ row: { accommodations, place } }: { row: DayRow }) {
  const more = [...(place === null ? [] : [place]), ...accommodations];
  return more.length === 0 ? null : <div className={classes.more}>{more.join(', ')}</div>;
}

/** Where scanners type: it has the focus again whenever nothing else has it. */
function CodeInput({ onCode }: { onCode: (code: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState('');
  useEffect(() => {
    const focus = () => {
      // keyboard focus goes to links and buttons; plain content takes no keys
      if (!document.activeElement?.matches('a, button, input, select, textarea'))
        input.current?.focus();
    };
    input.current?.focus();
    const later = () => setTimeout(focus, 0);
    document.addEventListener('focusout', later);
    // at once: a scanner may type as soon as the hand is off the page
    document.addEventListener('pointerup', focus);
    window.addEventListener('focus', focus);
    return () => {
      document.removeEventListener('focusout', later);
      document.removeEventListener('pointerup', focus);
      window.removeEventListener('focus', focus);
    };
  }, []);
  const send = (event: FormEvent) => {
    event.preventDefault();
    const read = code.trim();
    setCode('');
    if (read !== '') onCode(read);
  };
  return (
    <form onSubmit={send} className={classes.form}>
      <TextInput
        ref={input}
        label="Code of the slip"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={200}
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <Button type="submit">Check in</Button>
    </form>
  );
}
