import { Card, Stack, Text, Title } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { SecondFactor } from './api.ts';
import { SecondStep } from './second-step.tsx';
import { SetUpMethod } from './set-up-method.tsx';

interface SecondStepCardProps {
  step: SecondFactor;
  onDone: () => void;
  /** Returns to the password. */
  onClose: () => void;
}

/** O-14 on the page where staff sign in: the second step, or setting one up first. R-582 */
export function SecondStepCard({ step, onDone, onClose }: SecondStepCardProps) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <Card component="section" padding={28}>
      <Stack gap="md">
        <div>
          <Title order={1} fz={24} ref={title} tabIndex={-1} style={{ outline: 'none' }}>
            {step.mustSetUp ? 'Set up a second step' : 'Second step'}
          </Title>
          <Text c="dimmed" mt={2}>
            {step.mustSetUp ? 'Your role needs a second step. Set it up now.' : 'Staff'}
          </Text>
        </div>
        {step.mustSetUp ? (
          <SetUpMethod onDone={onDone} onOver={onClose} />
        ) : (
          <SecondStep step={step} onDone={onDone} onOver={onClose} />
        )}
      </Stack>
    </Card>
  );
}
