import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Button, Text, Title } from '@mantine/core';
import { useEffect } from 'react';
import { Link, useParams } from 'react-router-dom';
import { useAnswer } from '../shared/api/calls.ts';
import { PlainPage } from '../shared/page/plain-page.tsx';
import { useTitle } from '../shared/page/use-title.ts';
import { CallError } from '../shared/ui/feedback.tsx';
import { openMaterialCall } from './api.ts';

/** Of the catalogue, and still looked at before the browser is sent there. */
const isWebAddress = (url: string): boolean => /^https?:\/\//i.test(url);
/** A file that the office keeps, which this call gives itself: it is downloaded. */
const isOwnFile = (url: string): boolean => url.startsWith(`${openMaterialCall.path}?`);

const isKnown = (url: string): boolean => isWebAddress(url) || isOwnFile(url);

/** The link of a study material, in lists and mails: asks where it is and goes there. R-122. */
export function MaterialPage() {
  useTitle(t`Study material`);
  const { materialId = '' } = useParams();
  const isId = /^[1-9]\d{0,9}$/.test(materialId);
  return (
    <PlainPage>{isId ? <Opening materialId={Number(materialId)} /> : <NoMaterial />}</PlainPage>
  );
}

function NoMaterial() {
  return (
    <>
      <Title order={1}>
        <Trans>Study material not found</Trans>
      </Title>
      <Text c="dimmed">
        <Trans>This link is not complete. Please open the study material from its exam.</Trans>
      </Text>
      <ToExams />
    </>
  );
}

function ToExams() {
  return (
    <Button component={Link} to="/?myexams" mt="md">
      <Trans>My exams</Trans>
    </Button>
  );
}

function Opening({ materialId }: { materialId: number }) {
  const material = useAnswer(openMaterialCall, { materialId });
  const url = material.data && isKnown(material.data.url) ? material.data.url : null;
  const isDownload = url !== null && isOwnFile(url);
  useEffect(() => {
    if (url !== null) window.location.replace(url);
  }, [url]);
  if (material.data && url === null) return <NoMaterial />;
  if (material.error) {
    return (
      <>
        <Title order={1} mb="md">
          <Trans>Study material</Trans>
        </Title>
        <CallError
          error={material.error}
          onRetry={material.error.isFinal ? undefined : () => void material.refetch()}
          busy={material.isFetching}
        />
        <ToExams />
      </>
    );
  }
  return (
    <div role="status">
      <Title order={1}>
        {isDownload ? <Trans>Study material</Trans> : <Trans>Opening study material...</Trans>}
      </Title>
      {isDownload && (
        <Text mt="md">
          <Trans>The file is being downloaded. If nothing happens, open it here:</Trans>
        </Text>
      )}
      {material.data && url !== null && (
        <Text mt="md">
          <Anchor href={url}>{material.data.display_title}</Anchor>
        </Text>
      )}
      {isDownload && <ToExams />}
    </div>
  );
}
