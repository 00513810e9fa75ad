import type { ReactNode } from 'react';
import { text } from '#kit/declare/text.ts';
import type { AnyRow } from '#kit/console/fields.ts';
import { useMay } from '#kit/console/me.ts';
import type { RecordParts } from '#kit/console/record.ts';
import { Related } from '#kit/console/related.tsx';
import { useWords } from '#kit/console/words.ts';
import { callEvent, callRecord } from '../model/call-record.ts';

const course = text('经过', 'What happened');

function Course({ callId }: { callId: string }): ReactNode {
  const { t } = useWords();
  const may = useMay();
  if (!may(`${callEvent.name}:read`)) return null;
  return <Related of={callEvent} title={t(course)} by={{ callId }} fields={['time', 'kind', 'userId', 'rating']} />;
}

const detail = (row: AnyRow): ReactNode => <Course callId={row.id} />;

/** A call on its own page: with all that happened to it. */
const callPage: RecordParts = { of: callRecord, detail };
export default callPage;
